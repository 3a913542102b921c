// What is tapped and typed shows at once and waits on the device until the server has it, as numbers on the pad do. Whatever
// is entered goes this one way; what a button does besides goes by the form, behind all that waits. Without this script
// every tap is a plain button.
import { all, byId, fragment, on, recall, remember } from "./page.js";
import { amount } from "./sums.js";
import { mark, Sync } from "./sync.js";

const form = byId("count-form");
const seat = "p" + form.dataset.seat + "-";
const depth = seat + "depth." + form.dataset.category;
const calculator = () => byId("calculator");
const fields = () => all("input[data-name]", form);
const sync = new Sync(form, turn, show);
const { queue } = sync;

// What waits stands on its thing; after a lost connection it is also marked.
function show() {
  const waits = (name, part, does) => {
    const own = queue.waits(name);
    if (own) does(own.text);
    mark(part, Boolean(own) && sync.lost, form.dataset.waiting);
  };
  for (const line of all(".totals-wait", form)) line.hidden = !(sync.lost && queue.waiting());
  for (const thing of all(".thing", form)) waits(seat + thing.dataset.field, thing, (text) => put(thing, text));
  for (const field of fields()) {
    // What somebody is typing is newer than what waits.
    waits(field.dataset.name, field.parentNode, (text) => { if (field !== document.activeElement) field.value = text; });
  }
  const none = byId("none");
  if (none) waits(depth, none, (text) => none.setAttribute("aria-pressed", String(text === "things" && !isSome())));
}
function put(thing, text) {
  const output = thing.querySelector("output");
  const isThere = text !== "" && text !== "0";
  if (output) output.textContent = text || "0";
  const buttons = all("[data-word]", thing);
  for (const button of buttons) {
    button.setAttribute("aria-pressed", String(buttons.length > 1 ? button.dataset.word === text : isThere));
  }
  thing.classList.toggle("there", isThere);
  const none = byId("none");
  if (none) none.disabled = isSome();
}
const isSome = () => Boolean(form.querySelector("[data-shown=things] .thing.there"));

// Whatever comes to stand above what was pressed last, that stays below the thumb.
let pressed = "";
let held = null;
function top() {
  const button = pressed && byId(pressed);
  return button && button.getClientRects().length ? button.getBoundingClientRect().top : null;
}
function hold() {
  held = top();
}
function letGo() {
  const now = top();
  if (held !== null && now !== null) scrollBy({ top: now - held, behavior: "instant" });
}

function turn() {
  const batch = queue.take();
  if (batch) sync.run(() => send(batch), giveUp);
  else {
    sync.reached();
    sync.show();
    goOn();
  }
}
async function send(batch, options) {
  const answer = await sync.send(form.dataset.send, since(calculator()), batch, null, options);
  if (answer) {
    queue.sent(batch.id);
    sync.reached();
    // Whoever goes on tapping or typing has seen what was sent.
    for (const [name, { text }] of Object.entries(batch.cells)) {
      const field = fields().find(({ dataset }) => dataset.name === name);
      if (field && answer.ok) seenOf(field).value = text;
      const thing = all(".thing", form).find((one) => seat + one.dataset.field === name);
      if (thing) Object.assign(thing.dataset, { stored: text, count: Number(text) || 0 });
      else if (name === depth) Object.assign(calculator().dataset, { said: text, depth: text });
    }
    document.dispatchEvent(new CustomEvent("sheet:changed"));
    if (!answer.ok) await refuse(answer, batch);
    else if (!queue.waiting()) await renew();
  }
  sync.show();
  if (queue.waiting()) sync.next(0);
  else goOn();
}
// What was not taken stays in its field, and the form says why; what other pages had sent is told here.
async function refuse(answer, { cells }) {
  const stands = () => fields().some(({ dataset, value }) => cells[dataset.name]?.text === value);
  if (stands()) return renew({ method: "POST", body: new FormData(form) }, () => !stands());
  calculator().before(...fragment(await answer.text()).querySelectorAll("#notes .notice.bad"));
  return renew();
}
// What is sent by the form goes behind what waits: it is what Undo takes back.
let behind;
let isNext = false;
function goOn() {
  const button = behind && (behind.isConnected ? behind : form.querySelector("[value='" + behind.value + "']"));
  [behind, isNext] = [undefined, true];
  button?.click();
  isNext = false;
}
function giveUp() {
  behind = undefined;
  release();
}
// What stood in a field when the page was made, or was sent from it.
const seenOf = (field) => form.querySelector("[name='was-" + field.name + "']");
// What is being typed is never replaced by what comes of its own.
function typing() {
  return document.activeElement.matches("#calculator input") || isChanged();
}
const isChanged = () => fields().some((field) => seenOf(field).value !== field.value);
form.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = event;
  const { verb, formData } = detail.requestConfig;
  if (verb === "get" ? typing() : fields().some(({ name, value }) => formData.get(name) !== value)) detail.shouldSwap = false;
  const fresh = fragment(detail.serverResponse).getElementById("calculator");
  if (fresh && isOlder(fresh, detail.requestConfig.known)) detail.shouldSwap = false;
  hold();
});
// Another answer was faster. One that tells of less than the page knew when it asked is not late: it comes from where others
// count, a phone that answers or a backup that was put back.
function isOlder(fresh, known) {
  return since(fresh) >= known && since(fresh) < since(calculator());
}
// Undo whose answer was lost, by what the page knew then: pressed again it takes back no more.
let unanswered = null;
const undoes = ({ verb, parameters }) => verb === "post" && parameters.do === "undo";
form.addEventListener("htmx:configRequest", ({ detail }) => {
  detail.known = since(calculator());
  if (undoes(detail) && unanswered) Object.assign(detail.parameters, unanswered);
});
form.addEventListener("htmx:afterRequest", ({ detail: { requestConfig, xhr } }) => {
  if (!undoes(requestConfig)) return;
  const { since, database } = requestConfig.parameters;
  // What stands in between, or a worker without signal, answers in the place of the app.
  unanswered = xhr.status && xhr.status < 500 ? null : { since, database };
});
// What a page knows of the sheet.
const since = (part) => Number(part.querySelector("[name=since]").value);
async function renew(options, isNewer = typing) {
  const known = since(calculator());
  const answer = await sync.ask(form.action, options);
  const fresh = fragment(await answer.text()).getElementById("calculator");
  // What was typed meanwhile may have been answered before.
  if (!fresh || queue.waiting() || isOlder(fresh, known)) return;
  if (isNewer()) {
    // Whoever steps on from a number may still be in its field, with the keyboard open.
    if (!isChanged()) calculator().querySelector(".count-points").replaceWith(fresh.querySelector(".count-points"));
    return;
  }
  const focused = calculator().contains(document.activeElement) && document.activeElement.id;
  hold();
  // It stays the same element: the answer to a button pressed meanwhile would not find another one.
  for (const { name, value } of fresh.attributes) calculator().setAttribute(name, value);
  calculator().replaceChildren(...fresh.childNodes);
  htmx.process(calculator());
  if (focused) byId(focused)?.focus({ preventScroll: true });
  letGo();
}

on("click", "[data-word], [data-step]", (button, event) => {
  const thing = button.closest(".thing");
  event.preventDefault();
  pressed = button.id;
  const { field, stored, count, most } = thing.dataset;
  const typed = thing.querySelector("input.points");
  if (typed) {
    const before = typed.value.trim() ? amount(typed.value) : 0;
    // What is no number is told when it is sent.
    if (before !== null) typed.value = Math.max(0, Math.min(Number(most), before + Number(button.dataset.step)));
    edited.add(typed);
    enter(typed);
    return;
  }
  const own = queue.waits(seat + field);
  const next = () => Math.max(0, Math.min(Number(most), Number(own ? own.text : count) + Number(button.dataset.step)));
  const word = button.getAttribute("aria-pressed") === "true" ? "" : button.dataset.word;
  const text = button.dataset.step ? String(next()) : word;
  queue.note(seat + field, stored, text);
  if (field.startsWith("things." + form.dataset.category + ".")) wantThings();
  put(thing, text);
  sync.show();
  sync.soon(100);
}, form);
// Pieces or a number: what is wanted is there at once.
on("click", "button[data-depth]", (button, event) => {
  event.preventDefault();
  const { depth } = button.dataset;
  want(depth);
  showDepth(depth);
  sync.soon(100);
}, form);
function showDepth(depth) {
  for (const part of all("[data-shown]", calculator())) part.hidden = part.dataset.shown !== depth;
  for (const button of all("button[data-depth]", calculator())) button.setAttribute("aria-pressed", String(button.dataset.depth === depth));
}
on("click", "#none", (button, event) => {
  event.preventDefault();
  const isOn = button.getAttribute("aria-pressed") === "true";
  button.setAttribute("aria-pressed", String(!isOn));
  pressed = button.id;
  want(isOn ? "" : "things");
  sync.show();
  sync.soon(100);
}, form);
on("change", "input[data-name]", enter, form);
on("input", "input[data-name]", (field) => {
  edited.add(field);
  field.removeAttribute("aria-invalid");
}, form);
const edited = new WeakSet();
function enter(field) {
  note(field);
  sync.show();
  sync.soon(100);
}
// Other buttons show that they are pressed until the answer comes.
form.addEventListener("submit", (event) => {
  const { submitter } = event;
  fields().forEach(note);
  if (!isNext && queue.waiting() && !sync.lost) {
    event.preventDefault();
    event.stopImmediatePropagation();
    behind = submitter?.value === "save" ? undefined : submitter;
    sync.next(0);
  }
  if (!submitter) return;
  submitter.classList.add("pressing");
  pressed = submitter.id;
}, true);
form.addEventListener("htmx:afterRequest", ({ target }) => target === form && release());
function release() {
  for (const button of all(".pressing", form)) button.classList.remove("pressing");
}
// Enter in a number walks on to the next category; what is typed goes along and is sent from there.
on("keydown", "input.points", (field, event) => {
  const way = calculator().querySelector(".turn .after");
  if (event.key !== "Enter" || !way) return;
  const count = field.value.trim() ? amount(field.value) : 0;
  // What is no number is told here.
  if (count === null || (field.dataset.least && count < Number(field.dataset.least))) return;
  event.preventDefault();
  note(field);
  location.href = way.href;
}, form);
function note(field) {
  const { name } = field.dataset;
  const seen = seenOf(field).value;
  // What was told to be no number is not sent again; what was typed back is wanted.
  if (field.matches("[aria-invalid]") || (seen === field.value && !edited.has(field))) return;
  queue.note(name, seen, field.value);
  if (name !== seat + form.dataset.category) wantThings();
}
function want(text) {
  queue.note(depth, calculator().dataset.said, text);
  if (text && isCarriedOn()) remember("enters", text, "sessionStorage");
}
// Whether how it is entered holds for the next categories, too, and for this one until somebody says otherwise.
const isCarriedOn = () => "carriesOn" in calculator().dataset;
// Whoever enters things wants them to count.
function wantThings() {
  if (calculator().dataset.depth !== "things") want("things");
}
document.body.addEventListener("htmx:afterSwap", () => {
  sync.show();
  letGo();
});
// Whoever walked on at once did so before the server had noted what is wanted.
const wanted = recall("enters", "sessionStorage");
if (wanted && isCarriedOn() && !calculator().dataset.said) showDepth(wanted);
// What was typed and left before this script was there; a field that is still being typed in is sent when it is left.
for (const field of fields()) {
  if (!field.matches(":focus") && !queue.waits(field.dataset.name)) note(field);
}
// Whoever locks the phone or goes elsewhere may not have left the last field.
function leave() {
  fields().forEach(note);
  if (queue.waiting() && !sync.busy && !sync.gone) sync.run(() => send(queue.take(), { keepalive: true }));
}
addEventListener("pagehide", leave);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) leave();
  else if (queue.waiting()) sync.next(0);
});
sync.show();
if (queue.waiting()) sync.next(0);
else if (queue.outran()) {
  sync.run(async () => {
    await renew();
    if (queue.waiting()) sync.next(0);
  });
}
