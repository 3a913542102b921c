// What is typed on this phone and not sent yet is added to the totals at once: an addition, no rule. What pieces are worth is
// for the server to say.
import { all } from "./page.js";

const minus = (text) => text.replace("-", "−");

// What a field comes to: a number or a sum of small ones, as the server reads it.
export function amount(text) {
  const plain = text.normalize("NFKC").replace(/[−–]/g, "-").replace(/[×·]/g, "*").replace(/\s/g, "");
  if (!/^[+-]?\d{1,3}([*+-]\d{1,3})*$/.test(plain)) return null;
  const product = (term) => term.replace(/^[+-]/, "").split("*").reduce((all, factor) => all * parseInt(factor, 10), 1);
  return plain.match(/[+-]?[^+-]+/g).reduce((sum, term) => sum + (term[0] === "-" ? -1 : 1) * product(term), 0);
}

// What a text in a field is worth; null for what cannot be added up here. `worth`: field -> points, and for how many.
function points(field, text, worth) {
  if (field.includes(".") && !worth[field]) return null;
  const count = text ? amount(text) : 0;
  if (count === null || !worth[field]) return count;
  return Math.floor(count / worth[field][1]) * worth[field][0];
}

// `seen` tells what this page has from the server in a field, null for one that it does not show. `alone`: there is no
// connection, so that places wait.
export function addUp(strip, changes, seen, worth, alone) {
  const more = {};
  const open = {};
  for (const { name, was, text } of changes) {
    const [, seat, field] = /^p(\d)-(.*)$/.exec(name);
    const before = points(field, seen(name) ?? was, worth);
    const after = points(field, text, worth);
    if (before === null || after === null) open[seat] = open[seat] || field.startsWith("things.");
    else more[seat] = (more[seat] || 0) + after - before;
  }
  strip.classList.toggle("alone", alone);
  for (const player of all("a[data-seat]", strip)) {
    const { seat } = player.dataset;
    const total = player.querySelector(".total");
    const known = total.dataset.total;
    const adds = seat in more || Boolean(open[seat]);
    player.classList.toggle("adds", adds && alone);
    const sum = adds ? String(Number(known) + (more[seat] || 0)) : known;
    total.textContent = (minus(sum) || "–") + (open[seat] && alone ? " + ?" : "");
  }
  const line = strip.querySelector(".totals-wait");
  if (line) line.hidden = !alone;
}
