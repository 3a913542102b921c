// Score sheets on a phone that keeps the whole app (whole.js): what the server tells of them comes into the log here, and
// what was entered here goes there, before anything is asked about that sheet, and as soon as there is signal.

const SHEET = /^\/([^/]+)\/score\/([\w-]{24})(?=\/|$)/;
const HASTE = 20000;
// Keys of the sheets that the server does not know all of.
async function unsent() {
  const told = await known("unsent");
  return told instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(told)) : told;
}

function sheetOf(url) {
  const [, language, key] = SHEET.exec(url.pathname) || [];
  return { language, key };
}
// What the server says to JSON. An error of its own has a code; whatever else stands in between is no answer.
async function post(path, message) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: message };
  const answer = await fetch(path, { ...options, signal: AbortSignal.timeout(HASTE) });
  const told = await answer.json();
  if (answer.ok ? "known" in told : told.error) return { told, refused: told.error && told.error.code };
  throw new Error(path + ": " + answer.status);
}

// The log of a sheet that is looked at is kept, so that it opens without signal, too: up to where it is known stands beside
// it. Python reads it before it answers: with signal it keeps nobody waiting.
const untaken = new Set();
const asking = new Map();
function saw(url) {
  const { language, key } = sheetOf(url);
  if (!key) return undefined;
  // Whatever has changed while it was being asked for is asked for afterwards, once.
  const before = asking.get(key) || { now: Promise.resolve(), next: null };
  before.next = before.next || before.now.catch(() => {}).then(() => {
    asking.set(key, { now: before.next, next: null });
    return copy(language, key);
  });
  if (!asking.has(key)) asking.set(key, before);
  return before.next;
}
async function copy(language, key) {
  const fresh = [];
  let [since = -1] = await known("known " + key);
  for (let more = true; more;) {
    const answer = await post("/" + language + "/score/" + key + "/exchange", JSON.stringify({ known: since, changes: [] }));
    if (answer.refused) return;
    if (answer.told.changes.length) fresh.push(JSON.stringify(answer.told));
    ({ known: since, more } = answer.told);
  }
  if (!fresh.length) return;
  await inTurn(async () => {
    const [, ...before] = await known("sheet " + key);
    await store([["sheet " + key, [language, ...before, ...fresh]], ["known " + key, [since]]]);
    untaken.add(key);
  });
}
async function takeAll(phone) {
  for (const key of untaken) {
    const [language, ...told] = await known("sheet " + key);
    const files = told.map((text) => phone.take(language, key, text).toJs()).at(-1) || [];
    await storing(phone, [...files, ["sheet " + key, []]]);
    untaken.delete(key);
  }
}

const sending = new Map();
async function exchanged(url) {
  const { language, key } = sheetOf(url);
  if (!key || !(await unsent()).includes(key)) return;
  if (!sending.has(key)) sending.set(key, send(language, key).finally(() => sending.delete(key)));
  await sending.get(key);
}
async function send(language, key) {
  const phone = await start();
  const { revision, messages } = phone.messages(language, key).toJs({ dict_converter: Object.fromEntries });
  // Of a sheet that was deleted meanwhile, and of one that takes no more, the server keeps its own.
  for (const [path, body] of messages) {
    const { refused } = await post(path, body);
    if (refused && !["no-such-sheet", "sheet-full", "keys-taken"].includes(refused)) throw new Error(path + ": " + refused);
  }
  await inTurn(() => storing(phone, phone.sent(key, revision).toJs()));
  await saw(new URL("/" + language + "/score/" + key, location.href)).catch(() => {});
}
// All of them; tells how many are left.
async function sendAll() {
  for (const key of await unsent()) {
    await exchanged(new URL("/" + Object.keys(app.packs)[0] + "/score/" + key, location.href)).catch(() => {});
  }
  return (await unsent()).length;
}
// Where the browser can, it wakes the worker when the signal is back, also when nobody looks at the app.
addEventListener("sync", (event) => event.waitUntil(sendAll().then((left) => {
  if (left) throw new Error("not sent: " + left);
})));
async function remind() {
  if (registration.sync && (await unsent()).length) await registration.sync.register("sheets");
}
