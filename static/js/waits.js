// What was entered on this phone and has not reached the server, where the server's page cannot show it: told beside the
// sheet, with the reason, and shown or thrown away. On the page about what this phone keeps, that of all sheets.
import { all, askWorker, byId, listed } from "./page.js";

const place = byId("waits");
const worker = navigator.serviceWorker?.controller;
const { sheet } = place?.dataset || {};
const ask = (message) => askWorker(worker, { sheet, language: document.documentElement.lang, ...message });

function render({ key, refused, lines }) {
  const part = place.querySelector("template").content.firstElementChild.cloneNode(true);
  for (const why of all("[data-why]", part)) why.hidden = why.dataset.why !== refused;
  for (const one of all("[data-started]", part)) one.hidden = (one.dataset.started === "yes") !== Boolean(lines);
  part.querySelector("ul").replaceChildren(...listed(lines || []));
  const link = part.querySelector("[data-sheet-link]");
  link.href = link.dataset.address.replace("KEY", key);
  link.parentElement.hidden = Boolean(sheet);
  part.querySelector("[data-throw]").addEventListener("click", () => {
    ask({ does: "thrown", sheet: key }).then(() => location.reload());
  });
  return part;
}
async function look() {
  const found = await ask({ does: "waits" });
  // A page of the phone shows what is on it, and says that it waits.
  const here = sheet && document.body.hasAttribute("data-on-phone");
  const parts = (found ? found.sheets : []).filter(({ refused }) => refused || !here).map(render);
  place.querySelector("[data-aside]").hidden = !found?.aside.length;
  place.querySelector("[data-sheets]").replaceChildren(...parts);
}
if (place && worker) {
  // It is told again once the phone has tried again.
  let unsent = null;
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (!("unsent" in data)) return;
    if (unsent !== null && unsent !== data.unsent) look();
    ({ unsent } = data);
  });
  look();
}
