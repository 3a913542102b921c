// Names and colours. Known people take a seat with a tap, in their colour if nobody has it, and leave it with another; without
// this script the buttons ask the server to do the same. Whoever takes another's colour gives the own one for it.
import { all, on } from "./page.js";

const people = document.querySelector(".people");
const rows = all(".people .person");
const choices = all(".people .known button");

const nameOf = (row) => row.querySelector("input[name$='-name']");
// The colour that a row has: its own until it is chosen anew.
const colours = new Map(rows.map((row) => [row, row.querySelector(".colours input:checked")?.value ?? ""]));
const holderOf = (colour) => rows.find((row) => colours.get(row) === colour);
function paint(row, colour) {
  const holder = holderOf(colour);
  if (holder && holder !== row) set(holder, colours.get(row));
  set(row, colour);
}
function set(row, colour) {
  colours.set(row, colour);
  for (const input of all(".colours input", row)) input.checked = input.value === colour;
}
// Two rows change places, which says in which order they sit.
function swap(row, above) {
  const [name, other] = [nameOf(row), nameOf(above)];
  [name.value, other.value] = [other.value, name.value];
  const [colour, theirs] = [colours.get(row), colours.get(above)];
  set(row, theirs);
  set(above, colour);
}
// As the server compares names.
const fold = (text) => text.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " ");
const rowOf = (button) => rows.find((row) => fold(nameOf(row).value) === fold(button.value));
function show() {
  for (const button of choices) button.setAttribute("aria-pressed", String(Boolean(rowOf(button))));
}

// What a button changed is saved like what is typed.
function changed() {
  show();
  people.dispatchEvent(new Event("change", { bubbles: true }));
}

if (people) {
  on("click", ".known button", (button, event) => {
    event.preventDefault();
    const theirs = rowOf(button);
    const free = rows.find((row) => !nameOf(row).value.trim());
    if (theirs) nameOf(theirs).value = "";
    else if (free) {
      const holder = holderOf(button.dataset.colour);
      if (!holder || !nameOf(holder).value.trim()) paint(free, button.dataset.colour);
      nameOf(free).value = button.value;
    }
    changed();
  }, people);
  on("click", ".up", (button, event) => {
    event.preventDefault();
    const row = button.closest(".person");
    const above = rows[rows.indexOf(row) - 1];
    swap(row, above);
    (above.querySelector(".up") || nameOf(above)).focus();
    changed();
  }, people);
  on("change", ".colours input", (input) => paint(input.closest(".person"), input.value), people);
  people.addEventListener("input", show);
  // Return goes to the next name, and from the last one to the button: it makes no sheet by itself.
  on("keydown", "input[name$='-name']", (input, event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    const after = rows.slice(rows.indexOf(input.closest(".person")) + 1).map(nameOf).find((name) => name.offsetParent);
    input.blur();
    (input.value.trim() && after || people.closest("form").querySelector(".button.main"))?.focus();
  }, people);
  show();
}

// A tap on the Table page saves the whole form: what another tab has saved since is shown first.
const table = document.querySelector("form#table");
const stored = () => document.cookie.match(/(?:^|; )table=([^;]*)/)?.[1];
let saved = stored();
table?.addEventListener("htmx:afterRequest", () => { saved = stored(); });
document.addEventListener("visibilitychange", () => {
  if (table && !document.hidden && stored() !== saved) location.reload();
});
