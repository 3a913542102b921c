// While a sheet is open on a table the screen stays on; the browser ends that when the page is hidden.
function stayAwake() {
  // A device that is low on power may refuse.
  if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => {});
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
