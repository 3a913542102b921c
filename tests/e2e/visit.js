// What holds of every page in every look. Gives a line for everything that does not.
async ({ width, touch, rules }) => {
  const wrong = [];

  function fits(when) {
    const is = document.documentElement.scrollWidth;
    if (is > width) wrong.push(`${is} wide ${when}`);
  }

  // Whoever sees badly sets letters twice as large: headings grow, and nothing is cut off.
  function grows() {
    const root = document.documentElement;
    root.style.fontSize = "200%";
    fits("with letters twice as large");
    for (const [heading, least] of [["h1", 40], ["h2", 28]]) {
      const one = document.querySelector(`main ${heading}`);
      if (one && parseFloat(getComputedStyle(one).fontSize) < least) wrong.push(`${heading} does not grow`);
    }
    root.style.fontSize = "";
  }

  // Whoever wants less motion gets none: no style that is in force moves anything, now or later.
  function moving(styles) {
    for (const rule of styles) {
      if (rule.media && !matchMedia(rule.media.mediaText).matches) continue;
      if (rule.cssRules && rule.cssRules.length) moving(rule.cssRules);
      const style = rule.style;
      if (!style || !rule.selectorText) continue;
      const takes = `${style.transitionDuration},${style.animationDuration}`.split(",").some((time) => parseFloat(time) > 0);
      if (takes || style.scrollBehavior === "smooth") wrong.push(`moves: ${rule.cssText.slice(0, 120)}`);
    }
  }

  // Everything that is touched, but for links within sentences, hidden things, and boxes whose labels are touched.
  function small() {
    for (const one of document.querySelectorAll("a, button, input, textarea, summary, .choice > span")) {
      if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (one.closest(".rule-text, .sr-only, .skip, .choice input, .colour")) continue;
      if (["hidden", "radio", "checkbox"].includes(one.type)) continue;
      const box = one.getBoundingClientRect();
      if (box.width > 1 && (box.height < 47.5 || box.width < 43.5)) {
        wrong.push(`${Math.round(box.width)}x${Math.round(box.height)} ${one.outerHTML.slice(0, 90)}`);
      }
    }
  }

  // What scrolls below a bar is no smaller for it.
  function underBar(one) {
    const box = one.getBoundingClientRect();
    return Array.from(document.querySelectorAll("body *")).some((bar) => {
      if (bar.contains(one) || !["fixed", "sticky"].includes(getComputedStyle(bar).position)) return false;
      const its = bar.getBoundingClientRect();
      return its.top < box.bottom && its.bottom > box.top && its.left < box.right && its.right > box.left;
    });
  }

  // Contrast is told once of everything that looks alike within what looks alike: a list has a hundred lines of one kind.
  function eachKindOnce() {
    const [kinds, marked] = [new Map([[null, ""]]), new Set()];
    for (const one of document.querySelectorAll("*")) {
      const { color, background, font, opacity, position, filter } = getComputedStyle(one);
      const above = kinds.get(one.parentElement);
      const kind = [above, one.tagName, one.className, color, background, font, opacity, position, filter].join();
      kinds.set(one, kind);
      const texts = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
      if ((texts || one.matches("input, select, textarea")) && !marked.has(kind) && one.checkVisibility()) {
        marked.add(kind);
        one.setAttribute("data-contrast", "");
      }
    }
    axe.configure({ rules: [{ id: "color-contrast", selector: "[data-contrast]" }] });
  }

  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    for (const sheet of document.styleSheets) moving(sheet.cssRules);
    for (const one of document.getAnimations()) wrong.push(`moves: ${one.animationName || one}`);
  }
  fits("as it opens");
  eachKindOnce();
  // Only what is wrong is of interest, and pages have no frames: this takes half the time.
  const usual = { resultTypes: ["violations"], preload: false, iframes: false, elementRef: true };
  const found = await axe.run(document, { ...rules, ...usual });
  for (const violation of found.violations) {
    const nodes = violation.nodes.filter((node) => violation.id !== "target-size" || !underBar(node.element));
    const where = nodes.slice(0, 3).map((node) => node.html.slice(0, 120));
    if (where.length) wrong.push(`${violation.id}: ${where.join(" | ")}`);
  }
  grows();
  for (const part of document.querySelectorAll("main details")) part.open = true;
  fits("with everything open");
  if (touch) small();
  return wrong;
}
