// The whole app on a phone, below worker.js in the same script: Python answers what the server would, while there is no
// signal (companion/phone.py). One is started when it is first needed, and lives as long as the browser lets this worker live.

const COMPILED = "/offline/compiled";
const SHEET = /^\/([^/]+)\/score\/([\w-]{24})(?=\/|$)/;
const PYTHON = Object.values(app.whole);

// What the app has stored lies in the browser's storage, file by file. An answer goes out after it is there.
function storage(mode, does) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("phone", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("files");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction("files", mode, { durability: "strict" });
      const asked = does(transaction.objectStore("files"));
      transaction.oncomplete = () => { database.close(); resolve(asked); };
      transaction.onabort = () => { database.close(); reject(transaction.error); };
    };
  });
}
async function stored() {
  const [names, contents] = await storage("readonly", (files) => [files.getAllKeys(), files.getAll()]);
  return names.result.map((name, i) => [name, contents.result[i]]);
}
function store(files) {
  return storage("readwrite", (all) => files.forEach(([name, content]) => all.put(content, name)));
}

async function known(name) {
  const asked = await storage("readonly", (files) => files.get(name));
  return asked.result || [];
}
// Keys of the sheets into which something was entered here, and of those that only this phone has.
const UNSENT = "unsent";
const MADE = "made";
function sheetOf(url) {
  const [, language, key] = SHEET.exec(url.pathname) || [];
  return { language, key };
}
// What the server told of a sheet goes into the log here.
async function take(phone, key) {
  const [language, ...told] = await known("sheet " + key);
  const files = told.flatMap((text) => phone.take(language, key, text).toJs());
  await store([...files, ["sheet " + key, []]]);
}
function post(path, body) {
  return fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body });
}
async function listed(name, key) {
  return [[name, [...new Set(await known(name)).add(key)]]];
}
async function without(name, key) {
  return [[name, (await known(name)).filter((other) => other !== key)]];
}

// A file of files: a line of JSON, [[path, length], ...], and the contents. All get the same time, so that what was
// worked out from them is known to be fresh.
async function unpack(python, answer) {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const end = bytes.indexOf(10);
  const folders = new Set();
  let at = end + 1;
  for (const [name, length] of JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)))) {
    const path = "/app/" + name;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) python.FS.mkdirTree(folder);
    folders.add(folder);
    python.FS.writeFile(path, bytes.subarray(at, at + length));
    python.FS.utime(path, 1e12, 1e12);
    at += length;
  }
}
// Between two long steps others get a word in.
const breath = () => new Promise((resolve) => setTimeout(resolve));

let starting = null;
let broken = false;
function start() {
  starting = starting || started().catch((error) => {
    starting = null;
    throw error;
  });
  return starting;
}
async function started() {
  const cache = await caches.open(KEPT);
  // The runtime fetches its parts itself, and a worker's own requests do not come by its "fetch" event.
  const network = self.fetch;
  self.fetch = async (address, options) => (await cache.match(address)) || network(address, options);
  let python;
  try {
    const lock = await (await cache.match(app.whole["pyodide-lock.json"])).json();
    const indexURL = new URL(app.whole["pyodide.asm.wasm"], location.href).href.replace(/[^/]*$/, "");
    python = await loadPyodide({ indexURL, createPyodideModule, lockFileContents: lock, packageBaseUrl: indexURL });
  } finally {
    self.fetch = network;
  }
  const compiled = await cache.match(COMPILED);
  for (const name of ["libraries", "app"]) await unpack(python, await cache.match(app.whole[name]));
  if (compiled) await unpack(python, compiled);
  python.FS.mkdirTree("/home/phone");
  const before = await stored();
  for (const [name, content] of before) {
    if (content instanceof Uint8Array) python.FS.writeFile("/home/phone/" + name, content);
  }
  await breath();
  python.runPython("import sys; sys.path[:0] = ['/app', '/app/lib']; sys.dont_write_bytecode = " + (compiled ? "True" : "False"));
  python.runPython("import companion.phone");
  await breath();
  python.globals.set("origin", location.origin);
  const phone = python.runPython("companion.phone.Phone('/home/phone', origin)");
  if (!compiled) {
    await breath();
    phone.warm_up();
    const made = python.runPython("companion.phone.made('/app')").toJs();
    await cache.put(COMPILED, new Response(made));
  }
  for (const [name] of before) if (name.startsWith("sheet ")) await take(phone, name.slice("sheet ".length));
  return phone;
}

let turn = Promise.resolve();
// How often something was entered here: what comes in while the server is being told is told the next time.
let entries = 0;
async function answered(request, url) {
  const phone = await start();
  const headers = Object.fromEntries(request.headers);
  if (self.cookieStore) {
    const cookies = await cookieStore.getAll();
    headers.Cookie = cookies.map((cookie) => cookie.name + "=" + cookie.value).join("; ");
  }
  const body = new Uint8Array(await request.arrayBuffer());
  const told = phone.answer(request.method, url.pathname + url.search, headers, body);
  const { status, headers: answers, cookies, content, files } = told.toJs({ dict_converter: Object.fromEntries });
  told.destroy();
  // A form that makes a sheet leads to it.
  const location = answers.find(([name]) => name.toLowerCase() === "location");
  const { key } = sheetOf(url);
  const made = location && !key && sheetOf(new URL(location[1], url)).key;
  const written = request.method === "POST" && status < 400;
  if (written) entries += 1;
  if (written && (key || made)) files.push(...(await listed(UNSENT, key || made)));
  if (written && made) files.push(...(await listed(MADE, made)));
  if (files.length) await store(files);
  for (const cookie of cookies) if (self.cookieStore) await cookieStore.set(cookie);
  const empty = status === 204 || status === 304 || request.method === "HEAD";
  const leads = location && status > 299 && status < 400;
  return leads ? Response.redirect(new URL(location[1], url).href, status) : new Response(empty ? null : content, { status, headers: answers });
}
own = {
  async keep(tell) {
    const sizes = app.sizes;
    const all = Object.values(sizes).reduce((sum, size) => sum + size);
    let done = 0;
    for (const address of PYTHON) {
      await put(KEPT, address);
      done += sizes[address];
      if (tell) await tell(done / all);
    }
  },
  async state() {
    if (broken) return "failed";
    const cache = await caches.open(KEPT);
    return (await cache.match(COMPILED)) ? "ready" : "loading";
  },
  // What takes long the first time is done while there is signal.
  async told({ does }) {
    if (does !== "wake" && (does !== "keep" || (await this.state()) === "ready")) return;
    await say();
    broken = await start().then(() => false, () => true);
  },
  // Undefined for what only the server can do or knows. One after the other: there is one Python.
  async answer(request, url) {
    if (url.pathname.endsWith(".png")) return undefined;
    const result = turn.then(() => answered(request, url));
    turn = result.catch(() => {});
    const answer = await result;
    const { key } = sheetOf(url);
    return answer.status === 404 && key ? undefined : answer;
  },
  // With signal: what was entered here goes to the server before anything is asked about that sheet.
  async exchanged(url) {
    const { language, key } = sheetOf(url);
    if (!key || !(await known(UNSENT)).includes(key)) return;
    const phone = await start();
    const before = entries;
    for (const [path, body] of phone.messages(language, key, (await known(MADE)).includes(key)).toJs()) {
      const answer = await post(path, body);
      // Of a sheet that was deleted meanwhile, and of one that takes no more, the server keeps its own.
      if (!answer.ok && answer.status !== 404 && answer.status !== 409) throw new Error(path + ": " + answer.status);
    }
    if (entries === before) await store(await without(UNSENT, key));
    await store(await without(MADE, key));
    await this.saw(url);
  },
  // The log of a sheet that is looked at is kept, so that it opens without signal, too; Python reads it when it starts.
  async saw(url) {
    const { language, key } = sheetOf(url);
    const told = [];
    for (let since = -1, more = Boolean(key); more;) {
      const answer = await post("/" + language + "/score/" + key + "/exchange", JSON.stringify({ known: since, changes: [] }));
      if (!answer.ok) return;
      told.push(await answer.text());
      ({ known: since, more } = JSON.parse(told.at(-1)));
    }
    if (!told.length) return;
    await store([["sheet " + key, [language, ...told]]]);
    if (starting) await take(await starting, key);
  },
};
