// What the device remembers of its table, told to the style sheet before anything is drawn:
// <html data-players="3" data-variants="simmental" data-shown="simmental solo">, and the people with their colours. Pages
// hold all figures and all layers of the rules; this puts the own figures first, and hides what is not played.
(function () {
  "use strict";
  var match = document.cookie.match(/(?:^|; )table=([^;]*)/);
  var known = {};
  if (match) {
    try {
      // The server quotes the cookie once; some servers put quotation marks around it.
      known = JSON.parse(decodeURIComponent(match[1].replace(/^"|"$/g, "")));
    } catch {
      known = {};
    }
  }
  var root = document.documentElement;
  root.classList.add("scripts");
  if (known.players) root.dataset.players = known.players;
  if (Array.isArray(known.people)) root.dataset.people = JSON.stringify(known.people);
  if (Array.isArray(known.variants) && known.variants.length) root.dataset.variants = known.variants.join(" ");

  // A browser that cannot take the rule shows everything, with the marks of its layers.
  if (Array.isArray(known.shown) && "adoptedStyleSheets" in document) {
    var shown = known.shown.filter(function (layer) {
      return /^[a-z0-9-]+$/.test(layer);
    });
    root.dataset.shown = shown.join(" ");
    var others = shown
      .map(function (layer) {
        return ':not([data-layer="' + layer + '"])';
      })
      .join("");
    var sheet = new CSSStyleSheet();
    sheet.replaceSync("[data-layer]" + others + " { display: none !important; }");
    document.adoptedStyleSheets = [sheet];
  }

  // Choosing a language here is choosing it for the next visit too.
  document.addEventListener("click", function (event) {
    var link = event.target.closest ? event.target.closest("a[data-language]") : null;
    if (!link) return;
    known.language = link.dataset.language;
    document.cookie =
      "table=" + encodeURIComponent(JSON.stringify(known)) + "; path=/; max-age=63072000; samesite=lax" +
      (location.protocol === "https:" ? "; secure" : "");
  });
})();
