// The page that tells what this phone keeps. The rules come by themselves; the whole app when it is wanted: its state
// stands in `data-offline` of the body.
(function () {
  "use strict";

  const body = document.body;
  const language = document.documentElement.lang;
  const workers = navigator.serviceWorker;
  const wanted = () => localStorage.getItem("whole");
  function show(what, state) {
    body.dataset[what] = state;
    document.querySelectorAll("[data-when-" + what + "]").forEach((part) => {
      part.hidden = !part.getAttribute("data-when-" + what).split(" ").includes(state);
    });
  }
  if (!workers) {
    show("rules", "failed");
    return show("offline", "failed");
  }

  const bar = document.querySelector("progress");
  // Once everything is there, nobody knows how long the first start takes.
  function progress(done) {
    if (bar && done < 1) bar.value = done;
    else if (bar) bar.removeAttribute("value");
    show("step", done < 1 ? "fetching" : "starting");
  }
  // Whether the browser may throw away what is kept when the phone is short of room.
  function promised() {
    if (!navigator.storage || !navigator.storage.persisted) return;
    navigator.storage.persisted().then((persists) => show("room", persists ? "promised" : "open"));
  }
  workers.addEventListener("message", (event) => {
    const { state, languages, whole, unsent, done, waking } = event.data;
    if (waking && waking < 1 && bar) bar.value = waking;
    if (!state) return;
    if (done !== undefined) progress(done);
    show("rules", state === "ready" && !languages.includes(language) ? "none" : languages.includes(language) ? "ready" : state);
    show("unsent", unsent ? "some" : "none");
    // Another worker than the one for the whole app knows nothing of that.
    if (!wanted() || !whole) return;
    if (whole !== "ready") {
      show("room", "");
      return show("offline", whole);
    }
    workers.ready.then((known) => show("offline", known.waiting ? "stale" : "ready")).then(promised);
  });
  function tell(message) {
    return workers.ready.then((registration) => registration.active.postMessage(message));
  }
  // How much is left that the server does not know.
  function sent() {
    return new Promise((resolve) => {
      const line = new MessageChannel();
      line.port1.onmessage = (event) => resolve(event.data);
      workers.ready.then((registration) => registration.active.postMessage({ does: "send" }, [line.port2]));
    });
  }
  // What was damaged and put aside.
  const asides = document.querySelector("[data-asides]");
  function files(mode) {
    return new Promise((resolve) => {
      const opening = indexedDB.open("phone", 1);
      opening.onupgradeneeded = () => opening.transaction.abort();
      opening.onerror = () => resolve([]);
      opening.onsuccess = () => {
        const all = opening.result.transaction("files", mode).objectStore("files");
        const found = [];
        all.openCursor(IDBKeyRange.bound("aside ", "aside \uffff")).onsuccess = ({ target: { result: at } }) => {
          if (!at) {
            opening.result.close();
            return resolve(found);
          }
          found.push([at.key, at.value]);
          if (mode === "readwrite") at.delete();
          return at.continue();
        };
      };
    });
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
      if (coming) coming.addEventListener("statechange", look);
      look();
    });
  }
  function isWhole() {
    return workers.controller && workers.controller.scriptURL.endsWith("/sw-whole.js");
  }
  function keepWhole() {
    localStorage.setItem("whole", "yes");
    show("offline", "loading");
    return window.keepOffline(true).then(settled).then(() => tell({ does: "keep", language })).catch(() => {
      // What a phone has kept before stays.
      if (!isWhole()) localStorage.removeItem("whole");
      show("offline", "failed");
    });
  }
  const does = {
    keep: () => tell({ does: "keep", language }),
    whole: () => {
      progress(0);
      if (navigator.storage && navigator.storage.persist) navigator.storage.persist();
      return keepWhole();
    },
    save: async () => {
      for (const [name, content] of await files("readonly")) {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([content instanceof Uint8Array ? content : JSON.stringify(content)]));
        link.download = name;
        link.click();
      }
    },
    forget: () => files("readwrite").then(() => location.reload()),
    // Also where nothing answers any more that this page could ask.
    anew: async () => {
      for (const registration of await workers.getRegistrations()) await registration.unregister();
      for (const name of await caches.keys()) await caches.delete(name);
      indexedDB.deleteDatabase("phone");
      location.reload();
    },
    // What waits is sent first. Another worker comes only with signal; what could not be sent stays stored.
    drop: () => sent().then((left) => window.keepOffline(false).then(settled).then(() => {
      localStorage.removeItem("whole");
      if (!left) indexedDB.deleteDatabase("phone");
      show("offline", "none");
      show("room", "");
    })).catch(() => { document.getElementById("no-signal").hidden = false; }),
  };
  document.querySelectorAll("[data-tells]").forEach((button) => {
    button.addEventListener("click", () => does[button.dataset.tells]());
  });
  if (wanted()) files("readonly").then((found) => { asides.hidden = !found.length; });
  show("offline", wanted() ? "loading" : "none");
  show("step", "starting");
  // What was interrupted goes on.
  window.addEventListener("load", () => wanted() && !isWhole() && keepWhole());
  tell({ does: "tell" });
})();
