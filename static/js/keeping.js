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
  workers.addEventListener("message", (event) => {
    const { state, languages, whole, done } = event.data;
    if (done !== undefined) bar.value = done;
    show("rules", state === "ready" && !languages.includes(language) ? "none" : languages.includes(language) ? "ready" : state);
    if (!wanted()) return;
    if (whole !== "ready") return show("offline", whole || "loading");
    workers.ready.then((known) => show("offline", known.waiting ? "stale" : "ready"));
  });
  function tell(message) {
    return workers.ready.then((registration) => registration.active.postMessage(message));
  }
  // Settles when the worker of this registration is there, with everything that it keeps, or has given up.
  function settled(registration) {
    const coming = registration.installing || registration.waiting;
    return new Promise((resolve, reject) => {
      function look() {
        if (!coming || coming.state === "activated") resolve();
        if (coming && coming.state === "redundant") reject(new Error("not kept"));
      }
      if (coming) coming.addEventListener("statechange", look);
      look();
    });
  }
  const does = {
    keep: () => tell({ does: "keep", language }),
    whole: () => {
      localStorage.setItem("whole", "yes");
      bar.removeAttribute("value");
      show("offline", "loading");
      if (navigator.storage && navigator.storage.persist) navigator.storage.persist();
      return window.keepOffline().then(settled).then(() => tell({ does: "keep", language })).catch(() => {
        localStorage.removeItem("whole");
        show("offline", "failed");
      });
    },
    drop: () => {
      localStorage.removeItem("whole");
      return window.keepOffline().then(settled).then(() => show("offline", "none"));
    },
  };
  document.querySelectorAll("[data-tells]").forEach((button) => {
    button.addEventListener("click", () => does[button.dataset.tells]());
  });
  show("offline", wanted() ? "loading" : "none");
  tell({ does: "tell" });
})();
