// The page of house rules: finding a figure among hundreds.
import { all, byId } from "./page.js";

const filter = byId("filter");
filter.closest(".house-filter").hidden = false;
const groups = all(".house-group");
const open = new Map(groups.map((group) => [group, group.open]));
filter.addEventListener("input", () => {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const group of groups) {
    const rows = all(".house-row", group);
    for (const row of rows) {
      const text = row.querySelector("label").textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
    const shown = rows.filter((row) => !row.hidden).length;
    group.hidden = !shown;
    group.open = words.length ? true : open.get(group);
    found += shown;
  }
  document.querySelector("[data-none]").hidden = found > 0;
});
// Enter in this field looks for nothing more, and saves nothing.
filter.addEventListener("keydown", (event) => {
  if (event.key === "Enter") event.preventDefault();
});
