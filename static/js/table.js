// What the device remembers of its table, told to the style sheet before anything is drawn:
// <html data-players="3" data-variants="simmental" data-shown="simmental solo">, and the people with their colours. Pages
// hold all figures and all layers of the rules; this puts the own figures first, and hides what is not played.
// It is no module: those run after the page was drawn.
{
  const [, cookie] = document.cookie.match(/(?:^|; )table=([^;]*)/) || [];
  let table = {};
  try {
    // The server quotes the cookie once; some servers put quotation marks around it.
    if (cookie) table = JSON.parse(decodeURIComponent(cookie.replace(/^"|"$/g, "")));
  } catch {
    // Nothing readable is nothing.
  }
  // Files and texts that the server writes tell the day that it was here.
  const zone = `zone=${encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone)}`;
  const secure = location.protocol === "https:" ? "; secure" : "";
  if (!document.cookie.includes(zone)) document.cookie = `${zone}; path=/; max-age=63072000; samesite=lax${secure}`;

  const root = document.documentElement;
  root.classList.add("scripts");
  if (table.players) root.dataset.players = table.players;
  if (Array.isArray(table.people)) root.dataset.people = JSON.stringify(table.people);
  if (Array.isArray(table.variants) && table.variants.length) root.dataset.variants = table.variants.join(" ");

  // A browser that cannot take the rule shows everything, with the marks of its layers.
  if (Array.isArray(table.shown) && "adoptedStyleSheets" in document) {
    const shown = table.shown.filter((layer) => /^[a-z0-9-]+$/.test(layer));
    root.dataset.shown = shown.join(" ");
    const others = shown.map((layer) => `:not([data-layer="${layer}"])`).join("");
    const sheet = new CSSStyleSheet();
    const edition = Number(table.edition) || 0;
    const another = edition ? `, [data-edition]:not([data-edition="${edition}"])` : "";
    sheet.replaceSync(`[data-layer]${others}${another} { display: none !important; }`);
    document.adoptedStyleSheets = [sheet];
  }

  // What is typed into a sheet that is left before its scripts are there waits where they look for it (queue.js).
  addEventListener("pagehide", () => {
    const form = document.querySelector("form[data-sheet]");
    if (!form || "queued" in form.dataset) return;
    const place = `sheet ${form.dataset.sheet}`;
    const queue = JSON.parse(localStorage.getItem(place)) || { typed: {}, sending: null };
    for (const field of form.elements) {
      const name = field.dataset.name || field.name;
      const seen = form.elements[`was-${field.name}`];
      const text = field.type === "checkbox" && !field.checked ? "" : field.value;
      if (!seen || seen.value === text || field.matches("[aria-invalid]")) continue;
      const was = queue.typed[name]?.was ?? queue.sending?.cells[name]?.text ?? seen.value;
      queue.typed[name] = { was, text };
    }
    if (Object.keys(queue.typed).length) localStorage.setItem(place, JSON.stringify(queue));
  });

  // Choosing a language here is choosing it for the next visit too.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-language]");
    if (!link) return;
    table.language = link.dataset.language;
    const value = encodeURIComponent(JSON.stringify(table));
    document.cookie = `table=${value}; path=/; max-age=63072000; samesite=lax${secure}`;
  });
}
