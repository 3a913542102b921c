// The whole app on a phone, below worker.js in the same script: Python answers what the server would, while there is no
// signal (companion/phone.py). One is started when it is first needed, and lives as long as the browser lets this worker live.

const COMPILED = "/offline/compiled";
const PYTHON = Object.values(app.whole);
// What would be lost here, or would be told wrongly: only the server has everybody's games and groups, and deletes.
const SERVERS = /\.png$|\/score\/(groups?|history)\/|\/score\/groups$|\/score\/[^/]+\/(delete|group)$/;

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
// What the server signs the entries of this device with.
async function device(phone) {
  if ((await known("device")).length) return;
  const answer = await fetch("/offline/device");
  const told = answer.ok && (await answer.json()).device;
  if (told) await inTurn(() => storing(phone, phone.know(told).toJs()));
}
// The first verdict takes seconds: whoever looks for a question gives the time to work out what it needs.
const LEISURE = 1000;
let ready = false;
function getReady(phone, { pathname }) {
  const [, language] = /^\/([^/]+)\/check\/$/.exec(pathname) || [];
  if (ready || !language) return;
  ready = true;
  setTimeout(() => inTurn(() => phone.get_ready(language)).catch(() => {}), LEISURE);
}
// Pages say that somebody waits for the start.
async function waking(now) {
  for (const client of await clients.matchAll({ type: "window" })) client.postMessage({ waking: now });
}
// A form that was made here without signal lacks what the server wants of it: it is sent once more with that.
async function posted(request) {
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

let starting = null;
let awake = false;
let broken = false;
function start() {
  starting = starting || started().then((phone) => {
    awake = true;
    return phone;
  }, (error) => {
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
    if (content instanceof Uint8Array && !name.startsWith("aside ")) python.FS.writeFile("/home/phone/" + name, content);
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
  await putAside(phone, before);
  return phone;
}

async function answered(request, url) {
  const phone = await start();
  // What could not be stored is read the next time.
  await takeAll(phone).catch(() => {});
  const headers = Object.fromEntries(request.headers);
  if (self.cookieStore) {
    const cookies = await cookieStore.getAll();
    headers.Cookie = cookies.map((cookie) => cookie.name + "=" + cookie.value).join("; ");
  }
  const body = new Uint8Array(await request.arrayBuffer());
  const told = phone.answer(request.method, url.pathname + url.search, headers, body);
  const { status, headers: answers, cookies, content, files } = told.toJs({ dict_converter: Object.fromEntries });
  told.destroy();
  // Whoever only looks is shown the page also where there is no room to note it.
  await storing(phone, files, request.method === "POST");
  // A browser may take its time to note that: nobody waits for it.
  if (request.method === "POST") remind().catch(() => {});
  for (const cookie of cookies) if (self.cookieStore) await cookieStore.set(cookie);
  answers.push(["On-Phone", "1"]);
  const location = answers.find(([name]) => name.toLowerCase() === "location");
  const empty = status === 204 || status === 304 || request.method === "HEAD";
  getReady(phone, url);
  const leads = location && status > 299 && status < 400;
  return leads ? Response.redirect(new URL(location[1], url).href, status) : new Response(empty ? null : content, { status, headers: answers });
}
own = {
  exchanged,
  missing,
  posted,
  waits,
  thrown,
  saw,
  awake: () => awake,
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
  unsent,
  // What takes long the first time is done while there is signal.
  async told({ does }) {
    if (["keep", "spare", "send"].includes(does) && (await this.state()) === "ready") return sendAll();
    if (does !== "wake" && does !== "keep") return undefined;
    if (!awake) await say(undefined, 1);
    broken = await start().then((phone) => device(phone).catch(() => {})).then(() => false, () => true);
    return undefined;
  },
  // Undefined for what only the server can do or knows. One after the other: there is one Python.
  async answer(request, url) {
    if (SERVERS.test(url.pathname)) return undefined;
    if (!awake) waking(true).then(start).finally(() => waking(false)).catch(() => {});
    const answer = await inTurn(() => answered(request, url));
    return answer.status === 404 && sheetOf(url).key ? undefined : answer;
  },
};
