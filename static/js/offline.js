// What a phone keeps for times without signal. The service worker (worker.js) does it; pages register it when they have
// nothing else to do, tell it their language, offer a new version, and offer to install the app where the browser can.
(function () {
  "use strict";

  const offers = document.querySelectorAll("[data-install]");
  let asks = null;
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    asks = event;
    offers.forEach((button) => { button.hidden = false; });
  });
  window.addEventListener("appinstalled", () => offers.forEach((button) => { button.hidden = true; }));
  offers.forEach((button) => button.addEventListener("click", () => asks && asks.prompt()));

  const workers = navigator.serviceWorker;
  if (!workers) return;
  const language = document.documentElement.lang;
  const line = navigator.connection || {};
  const costs = line.saveData || line.type === "cellular" || /2g/.test(line.effectiveType || "");

  // A new version waits until somebody wants it or all pages are closed: nothing that is being typed is interrupted.
  const strip = document.getElementById("new-version");
  function offer(registration) {
    strip.hidden = !registration.waiting || !workers.controller || taken;
    strip.querySelector("button").onclick = () => {
      workers.addEventListener("controllerchange", () => location.reload());
      registration.waiting.postMessage({ does: "take over" });
    };
  }
  // Who keeps the whole app has another worker, which can answer like the server. Whoever taps for it is not asked again.
  let taken = false;
  function register(whole) {
    return whole ? workers.register("/sw-whole.js", { type: "module" }) : workers.register("/sw.js");
  }
  window.keepOffline = (whole) => {
    taken = true;
    strip.hidden = true;
    return register(whole);
  };
  function begin() {
    register(localStorage.getItem("whole")).then((registration) => {
      offer(registration);
      registration.addEventListener("updatefound", () => {
        const coming = registration.installing;
        coming.addEventListener("statechange", () => offer(registration));
      });
      return workers.ready;
    }).then((registration) => {
      if (!navigator.onLine) return;
      const message = { does: costs ? "spare" : "keep", language: language };
      if (!workers.controller) message.address = location.href.split("#")[0];
      registration.active.postMessage(message);
    }).catch(() => {
      // A browser that keeps nothing shows the pages all the same.
    });
  }
  // A worker that answers lives on as long as somebody looks at what it answered; one that will have to wakes up early.
  function tell(message) {
    if (workers.controller) workers.controller.postMessage(message);
  }
  // Somebody waits for it: seconds in which nothing else would be seen. A page that is gone back to waits for nothing.
  const waits = document.body.hasAttribute("data-waits");
  function waking(done) {
    document.getElementById("waking").hidden = waits || done === 1;
    document.querySelectorAll("progress[data-waking]").forEach((bar) => { bar.value = done; });
  }
  let unsent = 0;
  workers.addEventListener("message", ({ data }) => {
    if ("waking" in data) waking(data.waking);
    if ("unsent" in data) unsent = data.unsent;
    // The page that stands in for another one until the app answers.
    if (waits && (data.awake || data.whole === "failed")) location.reload();
  });
  // A worker that the browser has ended meanwhile hears of it again.
  if (waits) setInterval(() => tell({ does: "wake", language }), 3000);
  window.addEventListener("pageshow", () => waits ? tell({ does: "wake", language }) : waking(1));
  const onPhone = () => document.body.hasAttribute("data-on-phone");
  window.addEventListener("online", () => tell({ does: "send" }));
  // A line that has just come back often carries nothing yet: what is left is sent again.
  setInterval(() => {
    if (document.hidden) return;
    if (unsent && navigator.onLine) tell({ does: "send" });
    else if (onPhone()) tell({ does: "stay" });
  }, 20000);
  // It takes some seconds: where it will be needed, it begins when the signal goes.
  window.addEventListener("offline", () => ["check", "score"].includes(document.body.dataset.place) && tell({ does: "wake", language }));
  document.addEventListener("focusin", (event) => {
    if (!navigator.onLine && event.target.matches("input, textarea, select")) tell({ does: "wake", language });
  });
  // What others and this phone have entered since a sheet was opened is on it when it is opened without signal. The whole
  // app asks for what is new, others for the page, which takes more.
  let changed = null;
  function saw() {
    clearTimeout(changed);
    if (changed && !onPhone()) tell({ does: "saw", address: location.href.split("#")[0] });
    changed = null;
  }
  document.addEventListener("sheet:changed", () => {
    clearTimeout(changed);
    changed = setTimeout(saw, localStorage.getItem("whole") ? 2000 : 15000);
  });
  document.addEventListener("visibilitychange", () => document.hidden && saw());
  window.addEventListener("load", () => {
    if (window.requestIdleCallback) requestIdleCallback(begin, { timeout: 3000 });
    else setTimeout(begin, 1000);
  });
})();
