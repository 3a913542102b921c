// Taps on things show at once and wait on the device until the server has them, as numbers on the pad do. What is typed
// goes the way of the form, and waits too when there is no connection. Without this script every tap is a plain button.
import { all, byId, fragment, on, recall, remember } from "./page.js";
import { amount } from "./sums.js";
import { mark, Sync } from "./sync.js";

const form = byId("count-form");
const seat = "p" + form.dataset.seat + "-";
const calculator = () => byId("calculator");
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
  for (const field of all("input[data-name]", form)) {
    waits(field.dataset.name, field.parentNode, (text) => { field.value = text; });
  }
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
  if (none) none.disabled = Boolean(form.querySelector("[data-shown=things] .thing.there"));
}

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
  if (batch) sync.run(() => send(batch));
  else {
    sync.reached();
    sync.show();
  }
}
async function send(batch) {
  const answer = await sync.send(form.dataset.send, calculator().dataset.since, batch);
  if (answer) {
    queue.sent(batch.id);
    sync.reached();
    // Whoever goes on tapping or typing has seen what was sent.
    for (const [name, { text }] of Object.entries(batch.cells)) {
      const field = all("input[data-name]", form).find(({ dataset }) => dataset.name === name);
      // What was not taken stays, and the form says why.
      if (field && answer.ok) seenOf(field).value = text;
      else if (field) field.dispatchEvent(new Event("change", { bubbles: true }));
      const thing = all(".thing", form).find((one) => seat + one.dataset.field === name);
      if (thing) Object.assign(thing.dataset, { stored: text, count: Number(text) || 0 });
      else if (name === seat + "depth." + form.dataset.category) Object.assign(calculator().dataset, { said: text, depth: text });
    }
    if (!queue.waiting()) await renew();
  }
  sync.show();
  if (queue.waiting()) sync.next(0);
}
// What stood in a field when the page was made, or was sent from it.
const seenOf = (field) => form.querySelector("[name='was-" + field.name + "']");
// What is being typed is never replaced by what comes of its own.
function typing() {
  return document.activeElement.matches("#calculator input") || all("input[data-name]", form).some((field) => {
    const seen = seenOf(field);
    return seen && seen.value !== field.value;
  });
}
form.addEventListener("htmx:beforeSwap", (event) => {
  const { detail } = event;
  if (detail.requestConfig.verb === "get" && typing()) detail.shouldSwap = false;
  const fresh = fragment(detail.serverResponse).getElementById("calculator");
  if (fresh && isOlder(fresh)) detail.shouldSwap = false;
  hold();
});
function isOlder(fresh) {
  return Number(fresh.dataset.since) < Number(calculator().dataset.since);
}
async function renew() {
  const answer = await sync.ask(form.action);
  const fresh = fragment(await answer.text()).getElementById("calculator");
  // What was typed meanwhile may have been answered before.
  if (!fresh || queue.waiting() || typing() || isOlder(fresh)) return;
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
  // Dollars are typed; their buttons go the way of the form.
  if (!thing || thing.querySelector("input.points")) return;
  event.preventDefault();
  pressed = button.id;
  const { field, stored, count, most } = thing.dataset;
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
// Other buttons show that they are pressed until the answer comes.
form.addEventListener("submit", ({ submitter }) => {
  if (!submitter) return;
  submitter.classList.add("pressing");
  pressed = submitter.id;
});
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
  const seen = seenOf(field);
  if (!seen || seen.value === field.value) return;
  queue.note(field.dataset.name, seen.value, field.value);
  if (field.dataset.name !== seat + form.dataset.category) wantThings();
}
function want(depth) {
  queue.note(seat + "depth." + form.dataset.category, calculator().dataset.said, depth);
  if (isCarriedOn()) remember("enters", depth, "sessionStorage");
}
// Whether how it is entered holds for the next categories, too, and for this one until somebody says otherwise.
const isCarriedOn = () => "carriesOn" in calculator().dataset;
// Whoever enters things wants them to count.
function wantThings() {
  if (calculator().dataset.depth !== "things") want("things");
}
// A field that could not be sent: it is told here what waits.
for (const name of ["htmx:sendError", "htmx:timeout"]) {
  form.addEventListener(name, (event) => {
    event.stopPropagation();
    all("input[data-name]", form).forEach(note);
    sync.lost = true;
    sync.show();
    sync.next(sync.pause);
  });
}
document.body.addEventListener("htmx:afterSwap", () => {
  sync.show();
  letGo();
});
// Whoever walked on at once did so before the server had noted what is wanted.
const wanted = recall("enters", "sessionStorage");
if (wanted && isCarriedOn() && !calculator().dataset.said) showDepth(wanted);
// What was typed and left before this script was there; a field that is still being typed in is sent when it is left.
for (const field of all("input[data-name]:not(:focus, [aria-invalid])", form)) {
  if (!queue.waits(field.dataset.name)) note(field);
}
// Whoever goes elsewhere may not have left the last field: the next page of the sheet sends it.
addEventListener("pagehide", () => all("input[data-name]", form).forEach(note));
sync.show();
if (queue.waiting()) sync.next(0);
else if (queue.outran()) sync.run(renew);
