// Quick questions answer while one types. Everything works without: it is a plain form, and its answer has an address.
import { all, byId, isPlain, on } from "./page.js";

const { body } = document;
const form = byId("ask");

// What taps have changed whose answer is still awaited, by the name of the field; and whether something was entered
// since the last question went out.
const tapped = new Map();
let newer = false;
let typing = false;
let isTap = false;
function entered() {
  const now = new URLSearchParams([...new FormData(form)].filter(([name, value]) => value !== "" && !tapped.has(name)));
  for (const [name, values] of tapped) for (const value of values) now.append(name, value);
  return now;
}
// What is chosen by a tap is answered at once; of what is typed or stepped more may follow.
form.addEventListener("input", ({ target }) => {
  newer = true;
  // What is entered by hand is newer than a tap on the same, and than the answer to any tap.
  tapped.delete(target.name);
  htmx.trigger(body, "htmx:abort");
  isTap = false;
  htmx.trigger(form, target.matches("[type=radio], [type=checkbox]") ? "chosen" : "typed");
});

// Only what was entered stands in the address.
body.addEventListener("htmx:configRequest", ({ detail: { elt, formData } }) => {
  newer = false;
  typing = elt === form && !tapped.size;
  if (elt !== form) return;
  for (const name of [...formData.keys()]) formData.delete(name);
  for (const [name, value] of entered()) formData.append(name, value);
});

// A tap on what is offered, a place of a picture too, changes this page and its address; by itself it is a link, which
// goes on from what the page had when it was made, or begins anew.
on("click", "a[data-tap], a[data-anew], .ask-picture a", async (link, event) => {
  if (!isPlain(event)) return;
  event.preventDefault();
  link.classList.add("tapped");
  htmx.trigger(form, "htmx:abort");
  const to = new URL(link.getAttribute("href"), location.href);
  if (!link.hasAttribute("data-anew")) {
    const before = new URL(byId("ask-parts").dataset.query, to).searchParams;
    for (const name of [...before.keys(), ...to.searchParams.keys()]) {
      const values = to.searchParams.getAll(name);
      if (String(values) !== String(before.getAll(name))) tapped.set(name, values);
    }
    to.search = entered();
  }
  const address = to.pathname + to.search;
  isTap = true;
  const came = await htmx.ajax("GET", address, { target: "#ask-answer", push: address }).then(() => true, () => false);
  if (!came) return;
  if (!newer && !document.querySelector(".htmx-request")) tapped.clear();
});
form.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!newer && detail.successful) tapped.clear();
});
// What had no answer is asked again once there is signal; instead of an answer the server may say why there is none.
let lost = false;
for (const name of ["htmx:sendError", "htmx:timeout"]) body.addEventListener(name, () => { lost = true; });
body.addEventListener("htmx:afterOnLoad", () => { lost = false; });
addEventListener("online", () => lost && htmx.trigger(form, "chosen"));
body.addEventListener("htmx:responseError", ({ detail: { target, pathInfo } }) => {
  if (target.id === "ask-answer") location.href = pathInfo.finalRequestPath;
});

function step(field, by) {
  const [least, most, value] = [field.dataset.least, field.dataset.most, field.value].map((text) => parseInt(text, 10));
  const first = by > 0 ? Math.max(least, Math.min(1, most)) : least;
  const next = Number.isNaN(value) ? first : value + by;
  // Below the least the number is unknown again.
  field.value = next < least ? "" : Math.min(most, next);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
on("click", "button[data-step]", (button) => step(byId(button.dataset.for), parseInt(button.dataset.step, 10)), form);
on("keydown", "input[data-least]", (field, event) => {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  event.preventDefault();
  step(field, event.key === "ArrowUp" ? 1 : -1);
}, form);

// "None of them" and one of them cannot be ticked together.
on("change", "input[type=checkbox]:checked", (box) => {
  for (const other of all('input[type=checkbox][name="' + box.name + '"]', form)) {
    if (other !== box && (other.value === "none" || box.value === "none")) other.checked = false;
  }
}, form);

// A link to a field unfolds it and leads into it.
on("click", 'a[href^="#field-"]', (link, event) => {
  const field = byId(link.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  const outer = field.closest("details");
  if (outer) outer.open = true;
  (field.querySelector("input:checked, input:not([type=radio])") || field).focus({ preventScroll: true });
  field.scrollIntoView({ block: "center" });
});

// While somebody fills in the form, what is new in it comes and what does not matter any more goes; the fields
// themselves stay as they are, with what is typed into them. So does the one that somebody has emptied to type another
// number, with nothing around it, even if nothing depends on it meanwhile.
function merge(old, fresh, emptied) {
  const before = new Map([...old.children].map((part) => [part.id, part]));
  const shown = [...fresh.children].map((part) => {
    const same = part.id && before.get(part.id);
    const inside = same && same.hasAttribute("data-parts");
    if (inside) {
      same.className = part.className;
      merge(same, part, emptied);
    }
    return inside || (same && part.dataset.shape && same.dataset.shape === part.dataset.shape) ? same : part;
  });
  const within = emptied && [...old.children].find((part) => part.contains(emptied));
  if (within && !shown.includes(within)) {
    if (!within.matches(".ask-field")) merge(within, new DocumentFragment(), emptied);
    shown.splice(shown.findIndex(({ id }) => id === within.previousElementSibling?.id) + 1, 0, within);
  }
  for (const part of [...old.children]) if (!shown.includes(part)) part.remove();
  shown.forEach((part, place) => {
    const there = old.children[place];
    if (there !== part) old.insertBefore(part, there || null);
  });
}
body.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  const fresh = target.id === "ask-fields" && (typing || newer) && fragment.querySelector("#ask-parts");
  if (!fresh) return;
  event.detail.shouldSwap = false;
  event.preventDefault();
  const parts = byId("ask-parts");
  parts.dataset.query = fresh.dataset.query;
  const { activeElement: active } = document;
  const goes = active.matches("input[data-least]") && !fresh.querySelector(`#${CSS.escape(active.id)}`);
  merge(parts, fresh, goes ? active : null);
  // A choice that now stands elsewhere in the form is still where somebody is.
  if (active !== document.activeElement) byId(active.id)?.focus({ preventScroll: true });
  named();
});

// Players are asked for by name where the table has names, and nobody is offered who does not sit there.
const people = JSON.parse(document.documentElement.dataset.people || "[]").filter((person) => person?.name);
function named() {
  if (!people.length) return;
  for (const word of all("[data-colour]", form)) {
    const person = people.find(({ colour }) => colour === word.dataset.colour);
    const button = word.closest(".choice");
    if (person) word.textContent = person.name;
    else if (button && people.length > 1) button.hidden = !button.querySelector("input").checked;
  }
}
named();
body.addEventListener("htmx:oobAfterSwap", named);

// What was entered last is what the next question starts with.
const STAYS = /^(n|me|with|d|w-[a-z]+|engine|engine-[a-z]+|cleared|stations)$/;
function remember() {
  const kept = new URLSearchParams([...new FormData(form)].filter(([name, value]) => value !== "" && STAYS.test(name)));
  document.cookie = "asked=" + encodeURIComponent(kept) + ";path=/;max-age=43200;samesite=lax";
}
form.addEventListener("input", remember);
body.addEventListener("htmx:afterSwap", ({ detail: { target } }) => {
  if (target.id !== "ask-answer") return;
  remember();
  // At once: what is tapped next must not move away below the finger.
  if (isTap) document.querySelector(".ask-sides").scrollIntoView();
  isTap = false;
});
