// Comforts for reading: ticks that stay, figures that show their other values.
import { all, on, recall, remember } from "./page.js";

// Ticks are kept on this device, one entry for each list.
for (const list of all("[data-checklist]")) {
  const key = "ticks:" + list.dataset.checklist;
  const ticked = recall(key) || [];
  const boxes = all("input[type=checkbox]", list);
  for (const box of boxes) box.checked = ticked.includes(box.name);
  const keep = () => remember(key, boxes.filter((box) => box.checked).map((box) => box.name));
  list.addEventListener("change", keep);
  list.addEventListener("reset", (event) => {
    // Empty, whatever they began with; and kept before anybody leaves the page.
    event.preventDefault();
    for (const box of boxes) box.checked = false;
    keep();
    list.scrollIntoView();
  });
  list.addEventListener("submit", (event) => event.preventDefault());
}

function asButton(figure) {
  figure.setAttribute("role", "button");
  figure.setAttribute("tabindex", "0");
  figure.setAttribute("aria-expanded", "false");
}
// With a number of players set, a figure in a sentence shows that one; a tap shows the others.
for (const figure of document.documentElement.dataset.players ? all(".rule-text .by-players") : []) {
  if (figure.closest("label, a")) continue;
  asButton(figure);
  figure.classList.add("closed");
}
// Why a figure is not certain: the words that a mouse sees when it rests there.
all(".unsure[title]").filter((figure) => !figure.closest(".by-players[role], label, a")).forEach(asButton);

on("click keydown", ".by-players[role=button], .unsure[role=button]", (figure, event) => {
  if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
  if (event.type === "keydown") event.preventDefault();
  const open = figure.getAttribute("aria-expanded") !== "true";
  figure.setAttribute("aria-expanded", String(open));
  const shown = figure.nextElementSibling;
  if (figure.classList.contains("by-players")) figure.classList.toggle("closed", !open);
  else if (!open && shown?.classList.contains("figure-note")) shown.remove();
  else if (open) {
    const note = document.createElement("span");
    note.className = "figure-note";
    note.textContent = figure.title;
    figure.after(note);
  }
});
