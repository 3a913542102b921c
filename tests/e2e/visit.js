// What holds of every page in every look. Gives a line for everything that does not.
async ({ width, touch, rules }) => {
  const wrong = [];

  function fits(when) {
    const is = document.documentElement.scrollWidth;
    if (is > width) wrong.push(`${is} wide ${when}`);
  }

  // Whoever wants less motion gets none: no style that is in force moves anything, now or later.
  function moving(styles) {
    for (const rule of styles) {
      if (rule.media && !matchMedia(rule.media.mediaText).matches) continue;
      if (rule.cssRules && rule.cssRules.length) moving(rule.cssRules);
      const style = rule.style;
      if (!style || !rule.selectorText) continue;
      const moves = (style.animationName || "none") !== "none" || parseFloat(style.transitionDuration) > 0 || style.scrollBehavior === "smooth";
      if (moves) wrong.push(`moves: ${rule.cssText.slice(0, 120)}`);
    }
  }

  // Everything that is touched, but for links within sentences, hidden things, and boxes whose labels are touched.
  function small() {
    for (const one of document.querySelectorAll("a, button, input, textarea, summary, .choice span")) {
      if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (one.closest(".rule-text, .sr-only, .skip, .choice input, .colour")) continue;
      if (["hidden", "radio", "checkbox"].includes(one.type)) continue;
      // Spaces in the picture of an answer are as large as the picture allows.
      const least = one.closest(".ask-picture") ? 43.5 : 47.5;
      const box = one.getBoundingClientRect();
      if (box.width > 1 && (box.height < least || box.width < 43.5)) {
        wrong.push(`${Math.round(box.width)}x${Math.round(box.height)} ${one.outerHTML.slice(0, 90)}`);
      }
    }
  }

  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    for (const sheet of document.styleSheets) moving(sheet.cssRules);
    for (const one of document.getAnimations()) wrong.push(`moves: ${one.animationName || one}`);
  }
  fits("as it opens");
  // Only what is wrong is of interest, and pages have no frames: this takes half the time.
  const found = await axe.run(document, { ...rules, resultTypes: ["violations"], preload: false, iframes: false });
  for (const violation of found.violations) {
    const where = violation.nodes.slice(0, 3).map((node) => node.html.slice(0, 120));
    wrong.push(`${violation.id}: ${where.join(" | ")}`);
  }
  for (const part of document.querySelectorAll("main details")) part.open = true;
  fits("with everything open");
  if (touch) small();
  return wrong;
}
