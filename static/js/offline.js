// What a phone keeps for times without signal. The service worker (worker.js) does it; pages register it when they have
// nothing else to do, tell it their language, offer a new version, and offer to install the app where the browser can.
import { all, byId } from "./page.js";

const { body, documentElement: { lang: language } } = document;

const offers = all("[data-install]");
const offerToInstall = (can) => offers.forEach((button) => { button.hidden = !can; });
let asks = null;
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  asks = event;
  offerToInstall(true);
});
addEventListener("appinstalled", () => offerToInstall(false));
for (const button of offers) button.addEventListener("click", () => asks?.prompt());

const workers = navigator.serviceWorker;
const line = navigator.connection || {};
const costs = line.saveData || line.type === "cellular" || /2g/.test(line.effectiveType || "");

// A new version waits until somebody wants it or all pages are closed: nothing that is being typed is interrupted.
const strip = byId("new-version");
// Who keeps the whole app has another worker, which can answer like the server. Whoever taps for it is not asked again.
let taken = false;
function offerVersion(registration) {
  strip.hidden = !registration.waiting || !workers.controller || taken;
  strip.querySelector("button").onclick = () => {
    workers.addEventListener("controllerchange", () => location.reload());
    registration.waiting.postMessage({ does: "take over" });
  };
}
function register(whole) {
  return whole ? workers.register("/sw-whole.js", { type: "module" }) : workers.register("/sw.js");
}
export function keepOffline(whole) {
  taken = true;
  strip.hidden = true;
  return register(whole);
}
async function begin() {
  const registration = await register(localStorage.getItem("whole"));
  offerVersion(registration);
  registration.addEventListener("updatefound", () => {
    registration.installing.addEventListener("statechange", () => offerVersion(registration));
  });
  await askToKeep();
}
async function askToKeep() {
  const { active } = await workers.ready;
  if (!navigator.onLine) return;
  const message = { does: costs ? "spare" : "keep", language };
  if (!workers.controller) message.address = location.href.split("#")[0];
  active.postMessage(message);
}
// A worker that answers lives on as long as somebody looks at what it answered; one that will have to wakes up early.
const tell = (message) => workers.controller?.postMessage(message);
const wake = () => tell({ does: "wake", language });
// Somebody waits for it: seconds in which nothing else would be seen. A page that is gone back to waits for nothing.
const waits = body.hasAttribute("data-waits");
function waking(done) {
  byId("waking").hidden = waits || done === 1;
  for (const bar of all("progress[data-waking]")) bar.value = done;
}
const onPhone = () => body.hasAttribute("data-on-phone");
let unsent = 0;
// What others and this phone have entered since a sheet was opened is on it when it is opened without signal. The whole
// app asks for what is new, others for the page, which takes more.
let changed = null;
function refreshKept() {
  clearTimeout(changed);
  if (changed && !onPhone()) {
    const pad = document.querySelector("form[data-send]")?.dataset.send ?? location.href;
    for (const page of new Set([location.href, new URL(pad, location.href).href])) tell({ does: "saw", address: page.split("#")[0] });
  }
  changed = null;
}
if (workers) {
  let later = null;
  workers.addEventListener("message", ({ data }) => {
    // The server needs longer to pack it than the worker waits.
    if (data.packing) {
      clearTimeout(later);
      later = setTimeout(askToKeep, 30000);
    }
    if ("waking" in data) waking(data.waking);
    if ("unsent" in data) unsent = data.unsent;
    // The page that stands in for another one until the app answers.
    if (waits && (data.awake || data.whole === "failed")) location.reload();
  });
  // A worker that the browser has ended meanwhile hears of it again.
  if (waits) setInterval(wake, 3000);
  addEventListener("pageshow", () => (waits ? wake() : waking(1)));
  addEventListener("online", () => tell({ does: "send" }));
  // A line that has just come back often carries nothing yet: what is left is sent again.
  setInterval(() => {
    if (document.hidden) return;
    if (unsent && navigator.onLine) tell({ does: "send" });
    else if (onPhone()) tell({ does: "stay" });
  }, 20000);
  // It takes some seconds: where it will be needed, it begins when the signal goes.
  addEventListener("offline", () => ["check", "score"].includes(body.dataset.place) && wake());
  document.addEventListener("focusin", ({ target }) => {
    if (!navigator.onLine && target.matches("input, textarea, select")) wake();
  });
  document.addEventListener("sheet:changed", () => {
    clearTimeout(changed);
    changed = setTimeout(refreshKept, localStorage.getItem("whole") ? 2000 : 15000);
  });
  document.addEventListener("visibilitychange", () => document.hidden && refreshKept());
  // A browser that keeps nothing shows the pages all the same.
  const start = () => begin().catch(() => {});
  addEventListener("load", () => (window.requestIdleCallback ? requestIdleCallback(start, { timeout: 3000 }) : setTimeout(start, 1000)));
}
