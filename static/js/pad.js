// The fields of a scoring pad: buttons that work at once, Enter that goes down the column as on a paper pad.
import { all, byId, on } from "./page.js";
import { amount } from "./sums.js";

const pad = byId("pad");

on("click", "button[data-add], button[data-flip], button[data-set]", (button, event) => {
  event.preventDefault();
  const field = button.closest(".cell").querySelector("input.points, input[type=hidden]:not([name^=was])");
  const value = amount(field.value);
  const { add, set, least } = button.dataset;
  if (add) field.value = Math.max((value || 0) + parseInt(add, 10), least || -999);
  else if (set) field.value = value === parseInt(set, 10) ? "" : set;
  else if (value !== null) field.value = -value;
  if (set) {
    for (const other of all("button", button.parentNode)) {
      other.setAttribute("aria-pressed", String(field.value === other.dataset.set));
    }
  }
  field.dispatchEvent(new Event("change", { bubbles: true }));
}, pad);

// The sign is changed while typing: the field keeps the focus, and the keypad stays.
on("mousedown", "button[data-flip]", (_button, event) => event.preventDefault(), pad);
on("keydown", "input.points", (field, event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const [seat] = field.name.split("-");
  const column = all("input.points[name^='" + seat + "-']", pad);
  // After the last category comes the next player.
  const after = pad.querySelector("tbody td:nth-child(" + (field.closest("td").cellIndex + 2) + ") input.points");
  const next = column[column.indexOf(field) + 1] || choiceAfter(field) || after;
  if (next) return next.focus();
  field.blur();
  return walkOn();
}, pad);
// A yes or no that nobody has answered: its first answer.
function choiceAfter(element) {
  const open = all(".cell", pad).find((cell) => {
    const later = element.compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_FOLLOWING;
    return later && cell.querySelector("[data-set]") && !cell.querySelector("[data-set][aria-pressed='true']");
  });
  return open?.querySelector("[data-set]");
}
function walkOn() {
  const way = pad.querySelector(".walks-on a");
  if (way) location.href = way.href;
}
// Enter on an answer gives it and walks on; a tap only gives it.
on("keydown", "[data-set]", (answer, event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  if (answer.getAttribute("aria-pressed") !== "true") answer.click();
  const next = choiceAfter(answer.closest(".cell"));
  if (next) next.focus();
  else walkOn();
}, pad);
// Whoever came here by Enter goes on with the first field; who came to mend something, with that.
const place = location.hash === "#pad" ? pad : location.hash.startsWith("#cell-") && byId(location.hash.slice(1));
const first = place && place.querySelector("input.points, .pick");
// The browser takes the focus away when it jumps to a place, once all is loaded.
if (first) addEventListener("load", () => setTimeout(() => first.focus()));
on("focusin", "input.points", (field) => field.select(), pad);
