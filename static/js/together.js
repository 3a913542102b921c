// One sheet on several phones. What is typed waits on the device until the server has it, also when the page is loaded
// again; what other phones typed is asked for, often while somebody types and less when nobody does. Without this script the
// pad is a plain form.
//
// A field is named p<seat>-<field>; beside it stands was-p<seat>-<field> with what this page had shown. The server
// keeps both texts when something else stood there meanwhile, so every waiting text keeps what was seen before it.
import { all, byId, fragment } from "./page.js";
import { addUp, amount } from "./sums.js";
import { mark, POLL_INTERVAL, Sync } from "./sync.js";

const IDLE_POLL_INTERVAL = 5000;
// What answers take beyond the quickest one, entries wait for, too: the pause is so many times as long. A busy server is
// asked less often, and a slow line as often as any other. Phones that all waited for the same moment must not all come
// back at the same moment, which would be the next one that all wait for: it is the mean of some answers that counts, and
// each phone takes another part of the pause.
const PAUSE_PER_DELAY = 80;
const ANSWERS_IN_MEAN = 8;
// Milliseconds after an entry, here or elsewhere, within which somebody probably types on.
const TYPING_ON = 20000;
const TYPING_PAUSE = 3000;

const pad = byId("pad");
const worth = JSON.parse(pad.dataset.worth);
const sync = new Sync(pad, turn, show);
const { queue } = sync;

const isField = (element) => /^p\d-/.test(element.name || "");
const fieldIn = (part) => all("[name]", part).find(isField);
const textOf = (field) => (field.type === "checkbox" && !field.checked ? "" : field.value);
const seenOf = (name, part = pad) => part.querySelector("[name='was-" + name + "']");
// An answer to be tapped shows which one waits.
function fill(field, text) {
  field.value = text;
  for (const answer of all("[data-set]", field.closest(".cell"))) answer.setAttribute("aria-pressed", String(answer.dataset.set === text));
}
function note(field) {
  queue.note(field.name, seenOf(field.name)?.value ?? "", textOf(field));
  sync.show();
}

// Whether this phone answers for the app. It counts the changes of a sheet otherwise than the server, so whoever answers
// first after the other one is asked for everything.
let here = document.body.hasAttribute("data-on-phone");
let anew = false;
function counted(answer) {
  const before = here;
  here = answer.headers.has("On-Phone");
  if (here === before) return;
  anew = true;
  document.body.toggleAttribute("data-on-phone", here);
  for (const told of all(".on-phone")) told.remove();
  if (!here) return;
  const told = document.createElement("p");
  told.className = "on-phone";
  told.textContent = pad.dataset.here;
  document.querySelector("header.top").append(told);
}
function show() {
  addUp(byId("standings"), queue.changes(), (name) => seenOf(name)?.value ?? null, worth, sync.lost);
  for (const cell of all(".cell", pad)) {
    const field = fieldIn(cell);
    mark(cell, Boolean(field && queue.waits(field.name)) && sync.lost, pad.dataset.waiting);
  }
}

// Asking the server.

const seats = all("#standings a").length;
let pressed = null;
// A button whose answer was lost, and what the page knew then: pressed again it is told again and not done twice, though
// the page has asked what is new in between.
let unanswered = null;
let entered = Date.now();
function turn() {
  if (queue.waiting() || pressed) send();
  else if (!document.hidden) poll();
}
function release() {
  for (const button of all(".pressing", pad)) button.classList.remove("pressing");
}
function rest() {
  // Somebody joined, or does no more: there is another column, once nobody types.
  if (all("#standings a").length !== seats && !isField(document.activeElement)) location.reload();
  sync.reached();
  sync.show();
  if (anew) byId("since").value = "0";
  const pause = PAUSE_PER_DELAY * delay * (0.25 + 1.5 * Math.random());
  const interval = Date.now() - entered < TYPING_ON ? Math.max(POLL_INTERVAL, pause) : IDLE_POLL_INTERVAL;
  sync.next(queue.waiting() || pressed || anew ? 0 : Math.min(interval, IDLE_POLL_INTERVAL));
  anew = false;
}
let quickest = Number.POSITIVE_INFINITY;
let delay = 0;
function poll() {
  const address = new URL(pad.dataset.changes, location.href);
  address.searchParams.set("since", byId("since")?.value ?? "0");
  sync.run(async () => {
    const asked = performance.now();
    const answer = await sync.ask(address);
    const took = performance.now() - asked;
    quickest = Math.min(quickest, took);
    delay += (took - quickest - delay) / ANSWERS_IN_MEAN;
    counted(answer);
    if (!answer.ok) throw new Error(String(answer.status));
    const html = await answer.text();
    if (html) {
      entered = Date.now();
      swap(html);
    }
    rest();
  });
}
function send(options) {
  const sent = queue.take();
  const button = pressed;
  pressed = null;
  entered = Date.now();
  const { value, dataset: { database } } = byId("since");
  const known = button && unanswered?.button === button ? unanswered : { button, since: value, database };
  sync.run(async () => {
    const answer = await sync.send(pad.action, known.since, sent, button && { do: button, database: known.database }, options);
    if (!answer) {
      pressed = button;
      return sync.next(0);
    }
    if (button) unanswered = null;
    counted(answer);
    const html = await answer.text();
    if (sent && queue.sent(sent.id)) {
      // Who goes on typing in a field has seen there what was sent from it.
      for (const [name, { text }] of Object.entries(sent.cells)) {
        const seen = seenOf(name);
        if (seen) seen.value = text;
      }
    }
    swap(html);
    release();
    // Whoever writes anew has nothing to redo; what was undone needs no telling any more.
    if (sent && !button) {
      for (const past of all(".redo", pad)) past.remove();
      pad.querySelector(".tools-told").textContent = "";
    }
    return rest();
  }, () => {
    if (button) unanswered = known;
    // What a button does needs the server: it is not kept, and says so.
    const told = button && pad.querySelector(".tools-told");
    if (told) told.textContent = pad.dataset.needs;
    release();
  });
}

// The answer holds the parts of the page that changed. A cell somebody is typing in, or whose text waits, keeps it.

const later = new Map();
function swap(html) {
  for (const fresh of [...fragment(html).children]) {
    const old = fresh.id && byId(fresh.id);
    if (!old) continue;
    fresh.removeAttribute("hx-swap-oob");
    if (fresh.classList.contains("cell")) settle(old, fresh);
    else put(old, fresh);
  }
  document.dispatchEvent(new CustomEvent("sheet:changed"));
}
function put(old, fresh) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  old.replaceWith(fresh);
  htmx.process(fresh);
  if (!focused) return;
  const isSame = ({ name, value, href }) => name === focused.name && value === focused.value && href === focused.href;
  all("button, a, input", fresh).find(isSame)?.focus({ preventScroll: true });
}
function settle(cell, fresh) {
  const field = fieldIn(cell);
  const incoming = field && fieldIn(fresh);
  if (!incoming) return put(cell, fresh);
  const own = queue.waits(field.name);
  // Dollars and points of a category are fields of their own.
  const same = field.name === incoming.name;
  const seen = seenOf(field.name, cell);
  if (field === document.activeElement) {
    later.set(cell.id, fresh);
    if (!same || own || field.value !== seen.value || field.value === incoming.value) return undefined;
    field.value = seen.value = incoming.value;
    field.select();
    return undefined;
  }
  // What could not be read stays, unless something else came to stand there.
  if (same && !own && incoming.value === seen.value && field.value !== seen.value) return undefined;
  if (own && same) fill(incoming, own.text);
  return put(cell, fresh);
}

function noteFocused() {
  if (document.activeElement && isField(document.activeElement)) note(document.activeElement);
}
// Whoever locks the phone or goes elsewhere may not have left the last field.
function leave() {
  noteFocused();
  if (queue.waiting() && !sync.busy && !sync.gone) send({ keepalive: true });
}
// What stands in a field for a while is meant, even when nobody leaves it: a number or a sum, not half of one.
let meant = null;
if (pad.hasAttribute("data-writable")) {
  pad.addEventListener("change", ({ target }) => {
    if (!isField(target)) return;
    note(target);
    sync.soon(sync.busy ? POLL_INTERVAL : 200);
  });
  pad.addEventListener("input", ({ target }) => {
    clearTimeout(meant);
    if (!isField(target)) return;
    entered = Date.now();
    meant = setTimeout(() => {
      if (target !== document.activeElement || amount(target.value) === null) return;
      note(target);
      sync.soon(sync.busy ? POLL_INTERVAL : 0);
    }, TYPING_PAUSE);
  });
  pad.addEventListener("focusout", ({ target }) => {
    const cell = target.closest(".cell");
    const fresh = cell && later.get(cell.id);
    if (!fresh || !isField(target)) return;
    later.delete(cell.id);
    const own = queue.waits(target.name);
    // After the change that leaving the field may bring, and after the focus has arrived where it goes.
    setTimeout(() => {
      if (!own && document.contains(cell) && !cell.contains(document.activeElement)) settle(cell, fresh);
    });
  });
  pad.addEventListener("submit", (event) => {
    event.preventDefault();
    noteFocused();
    const { name, value, classList } = event.submitter || {};
    if (name === "do" && value !== "save") {
      pressed = value;
      classList.add("pressing");
    }
    sync.next(0);
  });
  // Texts that were typed before the page was loaded again, or before this script was there.
  for (const field of [...pad.elements].filter(isField)) {
    const own = queue.waits(field.name);
    const seen = seenOf(field.name);
    if (own) fill(field, own.text);
    else if (seen && field !== document.activeElement && textOf(field) !== seen.value && !field.matches("[aria-invalid]")) note(field);
  }
  addEventListener("pagehide", leave);
}
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) sync.next(0);
  else if (pad.hasAttribute("data-writable")) leave();
});
sync.show();
sync.next(queue.waiting() ? 0 : POLL_INTERVAL);
