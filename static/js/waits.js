// What was entered on this phone and has not reached the server, where the server's page cannot show it: told beside the
// sheet, with the reason, and shown or thrown away. On the page about what this phone keeps, that of all sheets.
(function () {
  "use strict";

  const place = document.getElementById("waits");
  const worker = navigator.serviceWorker && navigator.serviceWorker.controller;
  if (!place || !worker) return;
  const { sheet } = place.dataset;
  const language = document.documentElement.lang;
  function ask(message) {
    return new Promise((resolve) => {
      const line = new MessageChannel();
      line.port1.onmessage = (event) => resolve(event.data);
      worker.postMessage({ sheet, language, ...message }, [line.port2]);
    });
  }
  function told({ key, refused, lines }) {
    const part = place.querySelector("template").content.firstElementChild.cloneNode(true);
    part.querySelectorAll("[data-why]").forEach((why) => { why.hidden = why.dataset.why !== refused; });
    part.querySelectorAll("[data-started]").forEach((one) => { one.hidden = (one.dataset.started === "yes") !== Boolean(lines); });
    part.querySelector("ul").replaceChildren(...(lines || []).map((line) => {
      const item = document.createElement("li");
      item.textContent = line;
      return item;
    }));
    const link = part.querySelector("[data-sheet-link]");
    link.href = link.dataset.address.replace("KEY", key);
    link.parentElement.hidden = Boolean(sheet);
    part.querySelector("[data-throw]").addEventListener("click", () => {
      ask({ does: "thrown", sheet: key }).then(() => location.reload());
    });
    return part;
  }
  function show(found) {
    // A page of the phone shows what is on it, and says that it waits.
    const here = sheet && document.body.hasAttribute("data-on-phone");
    const parts = (found ? found.sheets : []).filter(({ refused }) => refused || !here).map(told);
    const aside = place.querySelector("[data-aside]");
    aside.hidden = !found || !found.aside.length;
    place.querySelector("[data-sheets]").replaceChildren(...parts);
  }
  const look = () => ask({ does: "waits" }).then(show);
  // It is told again once the phone has tried again.
  let unsent = null;
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (!("unsent" in data)) return;
    if (unsent !== null && unsent !== data.unsent) look();
    ({ unsent } = data);
  });
  look();
})();
