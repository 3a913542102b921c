// A game that was finished while this phone was without signal: what was entered here and never arrived is told, so that
// nobody wins by what is missing. Opening the sheet again sends it; or it is left out.
import { byId, listed } from "./page.js";
import { Queue } from "./queue.js";
import { amount } from "./sums.js";

const form = byId("too-late");
if (form) {
  const queue = new Queue(form.dataset.sheet);
  const [people, categories, stored] = ["people", "categories", "fields"].map((name) => JSON.parse(form.dataset[name]));

  // What was sent when the page of the sheet was left has arrived, though no answer was seen.
  const arrived = ({ name, text }) => {
    const there = stored[name] || "";
    return there === text || (amount(text) !== null && amount(text) === amount(there));
  };
  const told = ({ name, text }) => {
    const [, seat, within, field] = /^p(\d)-(?:things\.([a-z-]+)\.)?([^.]+)/.exec(name) || [];
    const category = categories[within || field];
    return category && people[seat] + ", " + category + (within ? "" : ": " + (text.replace("-", "−") || "–"));
  };
  const show = () => {
    const lines = queue.changes().filter((change) => !arrived(change)).map(told).filter(Boolean);
    form.querySelector("ul").replaceChildren(...listed([...new Set(lines)]));
    form.hidden = !lines.length;
  };
  form.querySelector("[data-drop]").addEventListener("click", () => {
    queue.drop();
    show();
  });
  addEventListener("pageshow", show);
  show();
}
