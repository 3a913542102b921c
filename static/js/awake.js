// While a sheet is open on a table the screen stays on; the browser ends that when the page is hidden.
(function () {
  "use strict";

  function stayAwake() {
    if (!navigator.wakeLock || document.visibilityState !== "visible") return;
    // A device that is low on power may refuse.
    navigator.wakeLock.request("screen").catch(() => {});
  }
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
})();
