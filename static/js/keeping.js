// The page that tells what this phone keeps. The rules come by themselves; the whole app when it is wanted: its state
// stands in `data-offline` of the body.
import { keepOffline } from "./offline.js";
import { all, askWorker, byId, save } from "./page.js";
import { storage } from "./storage.js";

const language = document.documentElement.lang;
const workers = navigator.serviceWorker;
const wanted = () => localStorage.getItem("whole");
function show(what, state) {
  document.body.dataset[what] = state;
  for (const part of all("[data-when-" + what + "]")) {
    part.hidden = !part.getAttribute("data-when-" + what).split(" ").includes(state);
  }
}

const bar = document.querySelector("progress");
// Once everything is there, nobody knows how long the first start takes.
function progress(done) {
  if (bar && done < 1) bar.value = done;
  else if (bar) bar.removeAttribute("value");
  show("step", done < 1 ? "fetching" : "starting");
}
async function hear({ data: { state, languages, whole, spoken, unsent, done, waking } }) {
  if (waking && waking < 1 && bar) bar.value = waking;
  if (!state) return;
  if (done !== undefined) progress(done);
  const here = languages.includes(language);
  show("rules", here ? "ready" : state === "ready" ? "none" : state);
  show("unsent", unsent ? "some" : "none");
  // Another worker than the one for the whole app knows nothing of that.
  if (!wanted() || !whole) return;
  if (whole !== "ready") {
    show("room", "");
    show("offline", whole);
    return;
  }
  const { waiting } = await workers.ready;
  show("offline", waiting ? "stale" : spoken?.includes(language) === false ? "other" : "ready");
  // Whether the browser may throw away what is kept when the phone is short of room.
  if (navigator.storage?.persisted) show("room", (await navigator.storage.persisted()) ? "promised" : "open");
}
const worker = async () => (await workers.ready).active;
const tell = async (message) => (await worker()).postMessage(message);

// What was damaged and put aside.
const ASIDE = () => IDBKeyRange.bound("aside ", "aside \uffff");
async function asides() {
  const [names, contents] = await storage("readonly", (files) => [files.getAllKeys(ASIDE()), files.getAll(ASIDE())]);
  return names.result.map((name, place) => [name, contents.result[place]]);
}
// Settles when the worker of this registration is there, with everything that it keeps, or has given up. One that waits
// for pages of an older version to be closed is let in: somebody asked for it.
function settled(registration) {
  const coming = registration.installing || registration.waiting;
  return new Promise((resolve, reject) => {
    function look() {
      if (!coming || coming.state === "activated") resolve();
      else if (coming.state === "redundant") reject(new Error("not kept"));
      else if (coming.state === "installed") coming.postMessage({ does: "take over" });
    }
    coming?.addEventListener("statechange", look);
    look();
  });
}
const isWhole = () => workers.controller?.scriptURL.endsWith("/sw-whole.js");
async function keepWhole() {
  localStorage.setItem("whole", "yes");
  show("offline", "loading");
  try {
    await settled(await keepOffline(true));
    await tell({ does: "keep", language });
  } catch {
    // What a phone has kept before stays.
    if (!isWhole()) localStorage.removeItem("whole");
    show("offline", "failed");
  }
}
// What waits is sent first. Another worker comes only with signal; what could not be sent stays stored.
async function drop() {
  const left = await askWorker(await worker(), { does: "send" });
  // What was refused or put aside stays stored as well, and so does all where nobody can tell.
  const found = await askWorker(await worker(), { does: "waits" });
  await settled(await keepOffline(false));
  localStorage.removeItem("whole");
  if (!left && found && !found.sheets.length && !found.aside.length) indexedDB.deleteDatabase("phone");
  show("offline", "none");
  show("room", "");
}
const does = {
  keep: () => tell({ does: "keep", language }),
  whole: () => {
    progress(0);
    navigator.storage?.persist?.();
    return keepWhole();
  },
  save: async () => {
    for (const [name, content] of await asides()) {
      save(new Blob([content instanceof Uint8Array ? content : JSON.stringify(content)]), name);
    }
  },
  forget: async () => {
    await storage("readwrite", (files) => files.delete(ASIDE()));
    location.reload();
  },
  // Also where nothing answers any more that this page could ask.
  anew: async () => {
    for (const registration of await workers.getRegistrations()) await registration.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
    indexedDB.deleteDatabase("phone");
    location.reload();
  },
  drop: () => drop().catch(() => { byId("no-signal").hidden = false; }),
};
if (!workers) {
  show("rules", "failed");
  show("offline", "failed");
} else {
  workers.addEventListener("message", hear);
  for (const button of all("[data-tells]")) button.addEventListener("click", () => does[button.dataset.tells]());
  const tellAsides = async () => { document.querySelector("[data-asides]").hidden = !(await asides()).length; };
  // A storage that cannot be read holds nothing that could be saved.
  if (wanted()) tellAsides().catch(() => {});
  show("offline", wanted() ? "loading" : "none");
  show("step", "starting");
  // What was interrupted goes on.
  addEventListener("load", () => wanted() && !isWhole() && keepWhole());
  tell({ does: "tell" });
}
