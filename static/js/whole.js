// The whole app on a phone, below worker.js in the same script: Python answers what the server would, while there is no
// signal (companion/phone.py). One is started when it is first needed, and lives as long as the browser lets this worker live.

const COMPILED = "/offline/compiled";
const PYTHON = Object.values(app.whole);
// What would be lost here, or would be told wrongly: only the server has everybody's games, groups and lessons, and deletes.
const SERVERS = /\.png$|\/score\/(groups?|history)\/|\/score\/groups$|\/score\/[^/]+\/(delete|group)$|\/teach\/lessons\/|\/teach\/[^/]+\/together$/;

// A file of files: a line of JSON, [[path, length], ...], and the contents. All get the same time, so that what was
// worked out from them is known to be fresh.
function unpack(python, bytes) {
  const end = bytes.indexOf(10);
  const folders = new Set();
  let at = end + 1;
  for (const [name, length] of JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)))) {
    const path = "/app/" + name;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) python.FS.mkdirTree(folder);
    folders.add(folder);
    python.FS.writeFile(path, bytes.subarray(at, at + length), { canOwn: true });
    python.FS.utime(path, 1e12, 1e12);
    at += length;
  }
}
// What the server signs the entries of this device with.
async function learnDevice(phone) {
  if ((await readFile("device")).length) return;
  const answer = await fetch("/offline/device");
  const told = answer.ok && (await answer.json()).device;
  if (told) await inTurn(() => storeOrUndo(phone, phone.know(told).toJs()));
}
// The first verdict takes seconds: whoever looks for a question gives the time to work out what it needs.
const LEISURE = 1000;
let ready = false;
function prepareQuestions(phone, { pathname }) {
  const [, language] = /^\/([^/]+)\/check\/$/.exec(pathname) || [];
  if (ready || !language) return;
  ready = true;
  setTimeout(() => inTurn(() => phone.get_ready(language)).catch(() => {}), LEISURE);
}
// Pages say that somebody waits for the start, and how far it is: 1 once it has come to an end.
async function reportWaking(done) {
  for (const client of await clients.matchAll({ type: "window" })) client.postMessage({ waking: done });
}
// Who opens a page is soon shown one that tells how far it is, and that opens the other one then.
const SOON = 800;
const waitingAddress = (language) => `/${language}/offline/waking?v=${app.version}`;
async function waitingPage(url) {
  await new Promise((resolve) => setTimeout(resolve, SOON));
  const kept = await (await caches.open(KEPT)).match(waitingAddress(languageOf(url)));
  return kept ? htmlResponse(await kept.text()) : new Promise(() => {});
}
// A form that was made here without signal lacks what the server wants of it: it is sent once more with that.
async function postForm(request) {
  const again = request.clone();
  const answer = await fetch(request);
  if (!answer.headers.has("Form-Expired")) return answer;
  const told = await (await fetch("/offline/device")).json();
  const body = await again.formData();
  body.set("csrf_token", told.csrf_token);
  // The body is written anew, and with it where its parts begin.
  const headers = new Headers(request.headers);
  headers.delete("Content-Type");
  return fetch(request.url, { method: "POST", body, headers, redirect: request.redirect });
}
// Between two long steps others get a word in.
const breath = () => new Promise((resolve) => setTimeout(resolve));

const isCompiled = async () => Boolean(await (await caches.open(KEPT)).match(COMPILED));

let starting = null;
let awake = false;
let broken = false;
let python;
function begin() {
  starting = starting || startPython().then((phone) => {
    awake = true;
    broken = false;
    return phone;
  }, (error) => {
    starting = null;
    broken = true;
    throw error;
  }).finally(() => reportWaking(1));
  return starting;
}
// With all files of the app.
async function start() {
  const phone = await begin();
  await python.complete();
  return phone;
}
// The runtime fetches its parts itself, and a worker's own requests do not come by its "fetch" event. What browsers have
// compiled they keep beside what they have fetched, so that comes first as long as it is there.
const network = self.fetch;
self.fetch = async (asked, options) => {
  const address = new URL(asked.url || asked, location.href).pathname;
  const compiles = address === app.whole["pyodide.asm.wasm"] && { cache: "only-if-cached", mode: "same-origin" };
  const fetched = compiles && (await network(address, compiles).catch(() => null));
  if (fetched?.ok) return fetched;
  const kept = PYTHON.includes(address) && (await (await caches.open(KEPT)).match(address));
  return kept || network(asked, options);
};
// Python, with what `settings` tell of its memory.
async function runtime(cache, settings) {
  // Where this one cannot be read, the runtime waits for ever.
  await fetchInto(KEPT, app.whole["pyodide.asm.wasm"]);
  const lockFileContents = await (await cache.match(app.whole["pyodide-lock.json"])).json();
  const indexURL = new URL(app.whole["pyodide.asm.wasm"], location.href).href.replace(/[^/]*$/, "");
  return loadPyodide({ indexURL, createPyodideModule, lockFileContents, packageBaseUrl: indexURL, ...settings });
}
// The languages of which the texts are kept, beside the one that the app itself brings along.
async function languagesKept(cache) {
  const codes = Object.keys(app.languages);
  const kept = await Promise.all(codes.map((code) => cache.match(app.languages[code])));
  return codes.filter((_, place) => kept[place]);
}
let lacksFiles = false;
// All at once: nobody sees a part of it. Tells whether the code was compiled before.
async function unpackAll(python, cache) {
  const texts = python.languages.map((code) => app.languages[code]);
  const addresses = [app.whole.libraries, app.whole.app, ...texts, COMPILED];
  const kept = await Promise.all(addresses.map((address) => cache.match(address)));
  const contents = await Promise.all(kept.filter(Boolean).map((answer) => answer.arrayBuffer()));
  for (const content of contents) unpack(python, new Uint8Array(content));
  python.FS.utime("/app", 1e12, 1e12);
  return contents.length === kept.length;
}
// Started anew, and not yet opened: nothing in it is of this phone.
async function startAnew(cache, settings, tell = breath) {
  const python = await runtime(cache, settings);
  python.languages = await languagesKept(cache);
  const compiled = await unpackAll(python, cache);
  python.FS.mkdirTree("/home/phone");
  await tell(0.4);
  python.runPython("import sys; sys.path += ['/app', '/app/lib']; sys.dont_write_bytecode = " + (compiled ? "True" : "False"));
  python.runPython("import companion.phone");
  await tell(0.8);
  python.globals.set("origin", location.origin);
  python.runPython("phone = companion.phone.Phone('/home/phone', origin)");
  if (!compiled) {
    await tell(0.9);
    python.runPython("phone.warm_up()");
    await cache.put(COMPILED, new Response(python.runPython("companion.phone.compiled_files('/app')").toJs()));
  }
  python.complete = () => {};
  return python;
}
// From the picture.
async function restore(cache, picture) {
  const grown = async (settings) => {
    const module = await createPyodideModule(settings);
    await putBack(module, picture);
    return module;
  };
  const python = await runtime(cache, { createPyodideModule: grown, _loadSnapshot: picture.frame });
  python._module._sqlite3_randomness(0, 0);
  python.FS.mkdirTree("/home/phone");
  python.FS.mkdir("/app");
  python.FS.utime("/app", 1e12, 1e12);
  // The files of the app are unpacked when one of them is asked for.
  const { node } = python.FS.lookupPath("/app");
  const { node_ops } = node;
  node.node_ops = { ...node_ops, lookup(...asked) {
    lacksFiles = true;
    return node_ops.lookup(...asked);
  } };
  python.pictured = true;
  python.languages = picture.languages;
  let completing;
  python.complete = () => {
    completing = completing || unpackAll(python, cache).then(() => { node.node_ops = node_ops; });
    return completing;
  };
  return python;
}
// What this phone has stored is read, whatever Python was started from.
async function openStored(python) {
  const before = await readFiles();
  const phone = python.globals.get("phone");
  const home = "/home/phone/";
  const open = () => {
    lacksFiles = false;
    for (const name of python.FS.readdir(home)) if (!/^\.+$/.test(name)) python.FS.unlink(home + name);
    for (const [name, content] of before) {
      if (content instanceof Uint8Array && !name.startsWith("aside ")) python.FS.writeFile(home + name, content);
    }
    phone.open();
  };
  try {
    open();
  } catch (error) {
    if (!lacksFiles) throw error;
  }
  // Nothing is taken for damaged because a file of the app was not there to hold it against.
  if (lacksFiles) {
    await python.complete();
    open();
  }
  await putAside(phone, before);
  return python;
}
async function startPython() {
  const cache = await caches.open(KEPT);
  const picture = await keptPicture(cache, await languagesKept(cache)).catch(() => undefined);
  python = picture && (await attempt(cache, () => restore(cache, picture).then(openStored)).catch(() => undefined));
  if (python) await cache.delete(TRIED);
  else {
    // One for another browser or other languages, too: it makes room for the next.
    await cache.delete(PICTURE);
    python = await startAnew(cache, {}, (done) => reportWaking(done).then(breath)).then(openStored);
  }
  return python.globals.get("phone");
}
// Python that has failed for good is started again, and not from what it was started from.
async function forgetIfDead() {
  try {
    python.runPython("");
  } catch {
    starting = null;
    awake = false;
    await (await caches.open(KEPT)).delete(PICTURE);
  }
}
// Python asked once; where it misses files, what it did is taken back, and it is asked again with all of them.
async function withPython(does) {
  const phone = await begin();
  lacksFiles = false;
  try {
    const result = does(phone);
    if (!lacksFiles) return result;
  } catch (error) {
    if (!lacksFiles) {
      await forgetIfDead();
      throw error;
    }
  }
  phone.undo();
  await python.complete();
  return does(phone);
}
// The picture is taken of one that nobody has opened, while there is signal and nobody waits, and is used from then on.
let photographing = false;
async function photograph(language) {
  const cache = await caches.open(KEPT);
  if (photographing || (await usablePicture(cache, await languagesKept(cache))) || !(await hasRoom())) return;
  photographing = true;
  try {
    await attempt(cache, async () => {
      const fresh = await startAnew(cache, { _makeSnapshot: true });
      fresh.globals.set("language", language);
      await breath();
      fresh.runPython("phone.hold_still(language)");
      await keepPicture(fresh, cache);
    });
  } finally {
    photographing = false;
  }
  await sleep();
  await begin();
}
// Whoever asks next starts Python again. What is on its way to the server has asked this one, and tells it what came of it.
async function sleep() {
  while (starting) {
    await Promise.allSettled([starting, ...sending.values()]);
    await inTurn(() => {
      if (sending.size) return;
      starting = null;
      awake = false;
    });
  }
}
async function answerWithPython(request, url) {
  const phone = await begin();
  if (untaken.size) await python.complete();
  // What could not be stored is read the next time.
  await takeLogs(phone).catch(() => {});
  const headers = Object.fromEntries(request.headers);
  if (self.cookieStore) {
    const cookies = await cookieStore.getAll();
    headers.Cookie = cookies.map((cookie) => cookie.name + "=" + cookie.value).join("; ");
  }
  const body = new Uint8Array(await request.arrayBuffer());
  const told = await withPython((phone) => phone.answer(request.method, url.pathname + url.search, headers, body));
  const { status, headers: answers, cookies, content, files } = told.toJs({ dict_converter: Object.fromEntries });
  told.destroy();
  // Whoever only looks is shown the page also where there is no room to note it.
  await storeOrUndo(phone, files, request.method === "POST");
  // A browser may take its time to note that: nobody waits for it.
  if (request.method === "POST") remind().catch(() => {});
  for (const cookie of cookies) if (self.cookieStore) await cookieStore.set(cookie);
  answers.push(["On-Phone", python.pictured ? "picture" : "anew"]);
  const location = answers.find(([name]) => name.toLowerCase() === "location");
  const empty = status === 204 || status === 304 || request.method === "HEAD";
  prepareQuestions(phone, url);
  const leads = location && status > 299 && status < 400;
  return leads ? Response.redirect(new URL(location[1], url).href, status) : new Response(empty ? null : content, { status, headers: answers });
}
wholeApp = {
  exchange,
  bringMissing,
  holdsAlone,
  postForm,
  refreshLog,
  unsentKeys,
  waits: listUnsent,
  thrown: dropSheet,
  awake: () => awake,
  // What is needed in any language, and the texts of these.
  async keep(languages, tell) {
    const cache = await caches.open(KEPT);
    const before = await languagesKept(cache);
    await Promise.all(languages.map((code) => fetchInto(KEPT, waitingAddress(code))));
    const fresh = languages.filter((code) => app.languages[code] && !before.includes(code));
    const addresses = [...PYTHON, ...fresh.map((code) => app.languages[code])];
    const all = addresses.reduce((sum, address) => sum + app.sizes[address], 0);
    let done = 0;
    for (const address of addresses) {
      await fetchInto(KEPT, address);
      done += app.sizes[address];
      if (tell) await tell(done / all);
    }
    if (fresh.length) await sleep();
  },
  async spoken() {
    const kept = awake ? python.languages : await languagesKept(await caches.open(KEPT));
    return Object.keys(app.packs).filter((code) => !app.languages[code] || kept.includes(code));
  },
  async speaks(url) {
    const language = languageOf(url);
    return !language || (await this.spoken()).includes(language);
  },
  async state() {
    if (broken) return "failed";
    return (await isCompiled()) ? "ready" : "loading";
  },
  // Nobody waits for this.
  async afterwards({ does, language }) {
    if (does === "keep" && (await this.state()) === "ready") await photograph(language);
  },
  // What takes long the first time is done while there is signal.
  async receive({ does }) {
    // Also where Python has failed to start before: what waits here is worth another attempt.
    const sends = does === "send" || does === "spare" || (does === "keep" && !broken);
    if (sends && (await isCompiled())) return sendAll();
    if (does !== "wake" && does !== "keep") return undefined;
    if (!awake) await report(undefined, 1);
    await begin().then((phone) => learnDevice(phone).catch(() => {}), () => {});
    return undefined;
  },
  // Undefined for what only the server can do or knows, and in a language that is not kept. One after the other: there is one Python.
  async answer(request, url) {
    if (SERVERS.test(url.pathname) || !(await this.speaks(url))) return undefined;
    const asleep = !awake && !broken;
    if (!awake) reportWaking(0).then(begin).catch(() => {});
    const coming = inTurn(() => answerWithPython(request, url));
    coming.catch(() => {});
    const looks = asleep && request.method === "GET" && request.mode === "navigate";
    const answer = await (looks ? Promise.race([coming, waitingPage(url)]) : coming);
    return answer.status === 404 && sheetOf(url).key ? undefined : answer;
  },
};
