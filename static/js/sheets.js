// Score sheets on a phone that keeps the whole app (whole.js): what the server tells of them comes into the log here, and
// what was entered here goes there, before anything is asked about that sheet, and as soon as there is signal.

const SHEET = /^\/([^/]+)\/score\/([\w-]{24})(?=\/|$)/;
const HASTE = 20000;
// Keys of the sheets that the server does not know all of. Where that cannot be read, Python works it out anew.
async function unsentKeys() {
  const told = await readFile("unsent");
  if (told instanceof Uint8Array) {
    const keys = await readJson("unsent").catch(() => null);
    if (Array.isArray(keys)) return keys;
  } else if (!told.length) return [];
  const phone = await start();
  await inTurn(() => storeOrUndo(phone, phone.unsent().toJs()));
  return readJson("unsent");
}
// Sheets of which the server does not take what was entered here, and why.
async function refusals() {
  return (await readJson("refused").catch(() => null)) || {};
}

function sheetOf(url) {
  const [, language, key] = SHEET.exec(url.pathname) || [];
  return { language, key };
}
// What the server says to JSON. An error of its own has a code; whatever else stands in between is no answer, unless it
// takes nothing so long.
async function post(path, message) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: message };
  const answer = await fetch(path, { ...options, signal: AbortSignal.timeout(HASTE) });
  if (answer.status === 413) return { told: {}, refused: "too-large" };
  const told = await answer.json();
  if (answer.ok ? "known" in told : told.error) return { told, refused: told.error && told.error.code };
  throw new Error(path + ": " + answer.status);
}

// Another database than before answers: it may have lost what it was sent, so everything is sent to it anew.
async function meetServer(server) {
  if (!server || server === new TextDecoder().decode(Uint8Array.from(await readFile("server")))) return;
  // What the one before has told is not known to this one.
  const phone = await startWithLogs();
  await inTurn(() => storeOrUndo(phone, phone.meet(server).toJs()));
  sendAll().then(() => report()).catch(() => {});
}

// The log of a sheet that is looked at is kept, so that it opens without signal, too: up to where it is known stands beside
// it. Python reads it before it answers: with signal it keeps nobody waiting.
const untaken = new Set();
const refreshing = new Map();
function refreshLog(url) {
  const { language, key } = sheetOf(url);
  if (!key) return undefined;
  // Whatever has changed while it was being asked for is asked for afterwards, once.
  const before = refreshing.get(key) || { now: Promise.resolve(), next: null };
  before.next = before.next || before.now.catch(() => {}).then(() => {
    refreshing.set(key, { now: before.next, next: null });
    return fetchLog(language, key);
  });
  if (!refreshing.has(key)) refreshing.set(key, before);
  return before.next;
}
async function fetchLog(language, key) {
  const fresh = [];
  let lost = false;
  let [since, check] = await readFile("known " + key);
  if (!Number.isInteger(since)) [since, check] = [-1];
  for (let more = true; more;) {
    const message = JSON.stringify({ known: since, check, changes: [] });
    const { told, refused } = await post("/" + language + "/score/" + key + "/exchange", message);
    await meetServer(told.server);
    if (refused) return;
    lost = lost || told.anew;
    if (told.changes.length) fresh.push(JSON.stringify(told));
    ({ known: since, check, more } = told);
  }
  if (!fresh.length) return;
  await inTurn(async () => {
    const [, ...before] = await readFile("sheet " + key);
    await writeFiles([["sheet " + key, [language, ...before, ...fresh]], ["known " + key, [since, check]]]);
    untaken.add(key);
  });
  // The server has lost what it had: it is told at once.
  if (lost) startWithLogs().then(sendAll).then(() => report()).catch(() => {});
}
async function startWithLogs() {
  const phone = await start();
  await inTurn(() => takeLogs(phone).catch(() => {}));
  return phone;
}
async function takeLogs(phone) {
  for (const key of untaken) {
    const [language, ...told] = await readFile("sheet " + key);
    let files;
    // What this version cannot read, since a newer one has said it, stays stored until this one is as new.
    try {
      files = told.map((text) => phone.take(language, key, text).toJs()).at(-1) || [];
    } catch {
      continue;
    }
    await storeOrUndo(phone, [...files, ["sheet " + key, []]]);
    untaken.delete(key);
  }
}

const sending = new Map();
async function exchange(url) {
  const { language, key } = sheetOf(url);
  if (!key || !(await unsentKeys()).includes(key)) return;
  if (!sending.has(key)) sending.set(key, sendSheet(language, key).finally(() => sending.delete(key)));
  await sending.get(key);
}
async function sendSheet(language, key) {
  const phone = await start();
  const { revision, messages } = phone.messages(language, key).toJs({ dict_converter: Object.fromEntries });
  // What the server refuses stays here, with the reason.
  let refused = "";
  for (const [path, body] of messages) {
    let answer = await post(path, body);
    await meetServer(answer.told.server);
    const brings = answer.refused === "no-such-sheet" && phone.brings(language, key);
    if (brings) answer = await post(brings, body);
    refused = answer.refused || "";
    if (refused) break;
  }
  await inTurn(() => storeOrUndo(phone, phone.sent(key, revision, refused).toJs()));
  await refreshLog(new URL("/" + language + "/score/" + key, location.href)).catch(() => {});
}
// The server does not know a sheet: it may be another one, which gets it then.
async function bringMissing(url) {
  await refreshLog(url).catch(() => {});
  const { key } = sheetOf(url);
  if (!(await unsentKeys()).includes(key)) return false;
  await exchange(url);
  return true;
}
// Whether there is something of a sheet that only this phone has.
async function holdsAlone(url) {
  const { key } = sheetOf(url);
  return Boolean(key) && ((await unsentKeys()).includes(key) || key in (await refusals()));
}
// What waits of a sheet, or of all; without lines where Python does not start. And what was damaged and put aside.
async function listUnsent({ sheet, language }) {
  const refused = await refusals();
  const keys = [...new Set([...await unsentKeys(), ...Object.keys(refused)])].filter((key) => !sheet || key === sheet);
  const sheets = [];
  for (const key of keys) {
    const asked = start().then((phone) => inTurn(() => phone.waiting(language, key).toJs({ dict_converter: Object.fromEntries })));
    sheets.push({ key, refused: refused[key] || "", lines: null, ...await asked.catch(() => ({})) });
  }
  return { sheets, aside: (await readFiles()).filter(([name]) => name.startsWith("aside ")).map(([name]) => name) };
}
async function dropSheet({ sheet }) {
  const phone = await start();
  untaken.delete(sheet);
  await inTurn(() => storeOrUndo(phone, [...phone.drop(sheet).toJs(), ["sheet " + sheet, null], ["known " + sheet, null]]));
}
// What was damaged lies under another name from now on. With the database goes what was known of its sheets.
async function putAside(phone, before) {
  const aside = phone.aside().toJs();
  const copies = /^(sheet|known) /;
  const wrong = ([name, content]) => !(copies.test(name) ? Array.isArray(content) : content instanceof Uint8Array);
  const lost = aside.some(([name]) => name === "aside companion.db") ? before.filter(([name]) => copies.test(name)) : [];
  const others = before.filter((file) => !file[0].startsWith("aside ") && wrong(file));
  await writeFiles([
    ...aside,
    ...others.flatMap(([name, content]) => [["aside " + name, content], [name, null]]),
    ...lost.map(([name]) => [name, null]),
  ]);
  if (!lost.length) {
    for (const [name, told] of before) if (name.startsWith("sheet ") && told.length) untaken.add(name.slice("sheet ".length));
  }
}
// All of them; tells how many are left.
async function sendAll() {
  for (const key of await unsentKeys()) {
    await exchange(new URL("/" + Object.keys(app.packs)[0] + "/score/" + key, location.href)).catch(() => {});
  }
  return (await unsentKeys()).length;
}
// Where the browser can, it wakes the worker when the signal is back, also when nobody looks at the app.
addEventListener("sync", (event) => event.waitUntil(sendAll().then((left) => {
  if (left) throw new Error("not sent: " + left);
})));
async function remind() {
  if (registration.sync && (await unsentKeys()).length) await registration.sync.register("sheets");
}
