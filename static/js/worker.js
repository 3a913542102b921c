// The service worker: answers for the app without signal. `app` stands above, put there by the server: the version, the
// files that pages need, and for each language the address of the file with its pages.
//
// With signal the app answers, as without this. What a version keeps lies in caches of its own: the next version takes over
// when all of it is there, and then the caches of this one go.
const KEPT = "kept " + app.version;
const SEEN = "seen " + app.version;
const MOST_SEEN = 60;
// Where something is kept, nobody waits longer for a weak signal.
const PATIENCE = 3000;
// Nor until what waits is sent.
const SENDING = 20000;
// Every answer of the app has it.
const OURS = "Trail-Notebook";
// Answers with it are for the moment: text of somebody's own rulebook.
const PRIVATE = "Private-Text";
// Where the whole app is kept (whole.js): what answers like the server.
// biome-ignore lint/style/useConst: the scripts are joined, and that one sets it.
let wholeApp = null;

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => event.waitUntil(receive(event)));
addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  const reads = request.method === "GET" || request.method === "HEAD";
  if (reads && url.pathname.startsWith("/static/")) event.respondWith(answerFile(request, url));
  else if (reads && url.pathname.startsWith("/offline/")) return;
  else if (request.mode === "navigate") event.respondWith(reads ? answerPage(event, url) : answerForm(event, url));
  else if (request.method === "HEAD") event.respondWith(answerHead(request, url));
  else if (wholeApp || (reads && request.headers.has("HX-Request"))) event.respondWith(answerPart(request, url));
});

// What the version before kept, this one keeps too, before it takes over.
async function install() {
  const others = (await caches.keys()).filter((name) => name.startsWith("kept ") && name !== KEPT);
  const before = (await Promise.all(others.map(languagesIn))).flat();
  const languages = new Set([...before, ...(await languagesIn(KEPT))]);
  if (wholeApp) await wholeApp.keep([...languages], (done) => report("loading", done));
  for (const language of languages) await keepLanguage(language);
  // A sheet that was opened before opens without signal in this version, too.
  for (const name of (await caches.keys()).filter((one) => one.startsWith("seen ") && one !== SEEN)) {
    const pages = await (await caches.open(name)).keys();
    for (const { url } of pages.filter((page) => page.url.includes("/score/"))) await revisit(url).catch(() => {});
  }
  if (!before.length) await skipWaiting();
}
async function activate() {
  const old = (await caches.keys()).filter((name) => /^(kept|seen) /.test(name) && name !== KEPT && name !== SEEN);
  await Promise.all(old.map((name) => caches.delete(name)));
  if (!wholeApp) await dropWhole();
  if (registration.navigationPreload) await registration.navigationPreload.enable();
  await clients.claim();
}

async function dropWhole() {
  const cache = await caches.open(KEPT);
  const files = (await cache.keys()).filter((request) => /^\/offline\/|\/offline\/waking$/.test(new URL(request.url).pathname));
  await Promise.all(files.map((request) => cache.delete(request)));
}

// Pages tell the worker: keep this language, tell what is kept, take over; of a sheet, that something stands on it now.

const PACKING = "packing";
let failed = "";
async function receive(event) {
  const { does, language, address } = event.data;
  if (does === "take over") await skipWaiting();
  if (does === "keep") {
    await report("loading");
    failed = await keepLanguage(language).then(() => "", ({ message }) => message);
  }
  // On a connection that is paid for, the page that tells what is missing is all that is asked for.
  if (does === "spare") await loadPack(language).catch(() => fetchInto(KEPT, "/" + language + "/offline/no-signal").catch(() => {}));
  if (does === "saw") return wholeApp ? wholeApp.refreshLog(new URL(address)) : revisit(address, true);
  if (does === "waits" || does === "thrown") {
    const found = wholeApp ? await wholeApp[does](event.data).catch(() => null) : null;
    for (const line of event.ports) line.postMessage(found);
    return undefined;
  }
  if (does === "wake" && !wholeApp) await getLookupReady(language).catch(() => {});
  if (address) await revisit(address);
  if (wholeApp) await wholeApp.receive(event.data).catch(() => {});
  const left = await report();
  for (const line of event.ports) line.postMessage(left);
  if (wholeApp) await wholeApp.afterwards(event.data).catch(() => {});
  return undefined;
}
async function report(state, done) {
  const languages = await languagesIn(KEPT);
  const now = state || (failed ? "failed" : languages.length ? "ready" : "none");
  const whole = wholeApp && (await wholeApp.state());
  const spoken = wholeApp ? await wholeApp.spoken() : [];
  const unsent = wholeApp ? (await wholeApp.unsentKeys().catch(() => [])).length : 0;
  for (const client of await clients.matchAll({ type: "window", includeUncontrolled: true })) {
    client.postMessage({ state: now, packing: now === "failed" && failed === PACKING, languages, whole, spoken, unsent, done, awake: wholeApp && wholeApp.awake() });
  }
  return unsent;
}

// Keeping.

async function languagesIn(name) {
  const cache = await caches.open(name);
  const paths = (await cache.keys()).map((request) => new URL(request.url).pathname);
  return paths.filter((path) => path.endsWith("/pages.json")).map((path) => path.split("/")[1]);
}
// Of this app and not of what stands in between; and of the version that was asked for: of another one the server says that
// it is good for minutes only.
function isGenuine(answer, url) {
  if (!answer.ok || !answer.headers.has(OURS)) return false;
  return !url.pathname.startsWith("/static/") || /immutable/.test(answer.headers.get("Cache-Control"));
}
async function fetchInto(name, address) {
  const cache = await caches.open(name);
  if (await cache.match(address)) return;
  // An address tells the version of what is there.
  const url = new URL(address, location.href);
  const before = await caches.match(address);
  let answer = before && isGenuine(before, url) ? before : await fetch(address, { priority: "low" });
  // A server that was set up a moment ago is still packing it.
  for (let tries = 0; answer.status === 503 && tries < 12; tries += 1) {
    await new Promise((done) => setTimeout(done, 1000 * (answer.headers.get("Retry-After") || 5)));
    answer = await fetch(address, { priority: "low" });
  }
  if (!isGenuine(answer, url)) throw new Error(answer.status === 503 ? PACKING : address + ": " + answer.status);
  await cache.put(address, answer);
}
// The pages come last: where they are, everything is.
async function keepLanguage(language) {
  await Promise.all(app.files.map((address) => fetchInto(KEPT, address)));
  if (wholeApp) await wholeApp.keep([language]);
  await fetchInto(KEPT, app.packs[language]);
}

// What was opened before this worker was there, or is not what it was any more, opened again.
async function revisit(address, anew) {
  const cache = await caches.open(SEEN);
  if (!anew && (await cache.match(address))) return;
  const answer = await fetch(address).catch(() => null);
  if (answer) await keepSeen(answer, address);
}
async function keepSeen(answer, address) {
  // Whatever stands between here and the app may answer in its place.
  if (!answer.headers.has(OURS) || !/^text\/html/.test(answer.headers.get("Content-Type")) || answer.redirected) return;
  // What is wrong for a moment takes nothing away.
  if (answer.status === 429 || answer.status >= 500) return;
  const cache = await caches.open(SEEN);
  await cache.delete(address);
  if (!answer.ok || answer.headers.has(PRIVATE)) return;
  await cache.put(address, answer);
  const all = await cache.keys();
  await Promise.all(all.slice(0, -MOST_SEEN).map((request) => cache.delete(request)));
}

// The pages of a language: every line once, and of each page which lines it is made of. Of what only an app makes there is
// none, and nobody waits until the file is read.

const MADE = /^(part )?\/[^/]+\/(score|check(?!\/disputes))\//;
const packs = new Map();
function loadPack(language) {
  if (!packs.has(language)) {
    const read = caches.match(app.packs[language]).then((found) => found.json());
    read.catch(() => packs.delete(language));
    packs.set(language, read);
  }
  return packs.get(language);
}
function unpackPage(pack, name) {
  const runs = pack.pages[name];
  let text = "";
  for (let i = 0; i < runs.length; i += 2) text += pack.lines.slice(runs[i], runs[i] + runs[i + 1]).join("\n") + "\n";
  // Where a page names its own address, in whatever language, a mark stands for what is behind the language.
  return text.replaceAll("\0", name.replace(/^[^/]*\/[^/]*\//, ""));
}
async function packedPage(language, name, status) {
  const pack = app.packs[language] && !MADE.test(name) && (await loadPack(language).catch(() => null));
  return pack && Object.hasOwn(pack.pages, name) ? htmlResponse(unpackPage(pack, name), status) : undefined;
}
function htmlResponse(text, status) {
  return new Response(text, { status: status || 200, headers: { "Content-Type": "text/html; charset=utf-8" } });
}
function languageOf(url) {
  const first = url.pathname.split("/")[1];
  return app.packs[first] ? first : undefined;
}
async function keptPage(url) {
  const language = languageOf(url);
  if (/^\/([^/]+\/)?$/.test(url.pathname)) {
    const [any] = await languagesIn(KEPT);
    if (!language) return any ? Response.redirect("/" + any + "/") : undefined;
    // As it was seen last it knows the table; one that nobody has seen knows the ways on.
    return wholeApp && wholeApp.awake() ? undefined : (await seenPage(url)) || packedPage(language, url.pathname);
  }
  if (isSearch(url)) return unlessAwake(url, searchPage);
  if (isIcons(url)) return unlessAwake(url, iconPage);
  // A section or a component looks at nothing behind the question mark; a folder does.
  const name = url.pathname + (url.pathname.endsWith("/") ? url.search : "");
  return packedPage(language, name);
}
async function seenPage(url) {
  return (await caches.open(SEEN)).match(url.href);
}
// What stands in the place of a page, in its language; where that is not kept, in another one. `failed`: the whole app is
// here, and could not answer.
async function fallback(url, failed) {
  for (const language of [languageOf(url), ...(await languagesIn(KEPT)), ...Object.keys(app.packs)]) {
    const address = "/" + language + "/offline/no-signal";
    const answer = failed && (await packedPage(language, "/" + language + "/offline/no-answer", 503));
    const kept = answer || (await packedPage(language, address, 503)) || (await caches.match(address));
    if (kept) return kept;
  }
  return Response.error();
}

// Answering.

// What the server says; of a sheet, once it has what was entered here without signal. Whatever keeps that from being
// sent, the server is asked all the same, and the page tells what waits (waits.js).
async function askServer(request, url, first) {
  if (!wholeApp) return first || fetch(request);
  await Promise.race([wholeApp.exchange(url).catch(() => {}), delay(SENDING)]);
  const reads = request.method !== "POST";
  if (reads && first && !url.pathname.includes("/score/")) return first;
  const [again, here] = [request.clone(), request.clone()];
  let answer = await (reads ? fetch(request) : wholeApp.postForm(request));
  if (reads && answer.status === 404 && (await wholeApp.bringMissing(url).catch(() => false))) answer = await fetch(again);
  if (answer.status !== 404 || !(await wholeApp.holdsAlone(url).catch(() => false))) return answer;
  // What only this phone has shows itself, whatever keeps it from being sent.
  return (await wholeApp.answer(here, url).catch(() => undefined)) || answer;
}
async function answerFile(request, url) {
  const cache = await caches.open(KEPT);
  // What a module imports is asked for without its version: everything in this cache is of one.
  const kept = await cache.match(request.url, { ignoreSearch: !url.search });
  if (kept) return kept;
  const answer = await fetch(request);
  if (isGenuine(answer, url) && request.method === "GET" && url.searchParams.has("v")) {
    await cache.put(request.url, answer.clone()).catch(() => {});
  }
  return answer;
}
function delay(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
function unlessSlow(promise) {
  return Promise.race([promise, delay(PATIENCE)]).then((answer) => (answer && ![502, 503, 504].includes(answer.status) ? answer : undefined));
}
// The answer of the server, unless the signal is weak and this phone has one: what is kept at once, Python when it is awake
// or has had the time to wake up.
async function earliest(promise, kept, make) {
  const answer = (await unlessSlow(promise)) || (await kept());
  if (answer) return answer;
  const later = wholeApp && !wholeApp.awake() ? await unlessSlow(promise) : undefined;
  return later || (await make().catch(() => undefined)) || promise;
}
// Forms that are sent as a whole: one from before would overwrite what was entered since.
const WHOLE_FORM = /^\/[^/]+\/(table(\/|$)|score\/[\w-]{24}\/(players|about|automa)$)/;
async function answerPage(event, url) {
  const { request } = event;
  // Where others fail, Firefox gives an answer that is an error.
  const asking = Promise.resolve(event.preloadResponse);
  const preloaded = asking.then((answer) => (answer && answer.type !== "error" ? answer : fetch(request)));
  preloaded.catch(() => {});
  const asked = askServer(request, url, preloaded);
  const seen = async () => (WHOLE_FORM.test(url.pathname) ? undefined : seenPage(url));
  try {
    const answer = await earliest(asked, () => keptPage(url), wholeApp ? () => wholeApp.answer(request, url) : seen);
    if (answer.type === "basic") event.waitUntil(keepSeen(answer.clone(), url.href).catch(() => {}));
    if (wholeApp && answer.type === "basic") event.waitUntil(Promise.resolve(wholeApp.refreshLog(url)).catch(() => {}));
    return answer;
  } catch {
    let failed = false;
    const make = async () => wholeApp && (await wholeApp.answer(request, url).catch(() => { failed = true; }));
    return (await keptPage(url)) || (await make()) || (await seenPage(url)) || fallback(url, failed);
  }
}
async function answerPart(request, url) {
  const again = wholeApp && request.clone();
  const reads = request.method === "GET" && request.headers.has("HX-Request");
  const kept = async () => (!reads ? undefined : isSearch(url) ? unlessAwake(url, searchPart) : packedPage(languageOf(url), "part " + url.pathname));
  const make = async () => (wholeApp ? wholeApp.answer(again, url) : undefined);
  const asked = askServer(request, url);
  try {
    return await (reads ? earliest(asked, kept, make) : asked);
  } catch (error) {
    const answer = (await kept()) || (await make());
    if (answer) return answer;
    throw error;
  }
}
// Whether a page can be opened at all.
async function answerHead(request, url) {
  try {
    return await fetch(request);
  } catch (error) {
    if ((wholeApp && (await wholeApp.speaks(url))) || (await keptPage(url)) || (await seenPage(url))) return new Response(null, { status: 200 });
    throw error;
  }
}
async function answerForm(event, url) {
  // Back to what a form was answered with: no browser has kept that, and it is not sent twice. Its page is at hand.
  if (event.request.isHistoryNavigation) return Response.redirect(url);
  const again = wholeApp && event.request.clone();
  let answer;
  try {
    answer = await askServer(event.request, url);
  } catch {
    return (wholeApp && (await wholeApp.answer(again, url).catch(() => fallback(url, true)))) || fallback(url);
  }
  // What is deleted is not to be seen again here.
  if (url.pathname.endsWith("/delete")) {
    await caches.delete(SEEN);
    const [, sheet] = /\/score\/([\w-]{24})\/delete$/.exec(url.pathname) || [];
    if (wholeApp && sheet && answer.type === "opaqueredirect") await wholeApp.thrown({ sheet }).catch(() => {});
  }
  return answer;
}
