// What the scripts of pages share.

export const byId = (id) => document.getElementById(id);
export const all = (selector, part = document) => [...part.querySelectorAll(selector)];

// Calls `does` with the element that fits and the event, whatever is put into `part` later, too.
export function on(types, selector, does, part = document) {
  for (const type of types.split(" ")) {
    part.addEventListener(type, (event) => {
      const element = event.target.closest(selector);
      if (element && part.contains(element)) does(element, event);
    });
  }
}
// A click that nobody else has taken, and that is not meant for another tab.
export const isPlain = (event) => !(event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey);

// A button that shows itself where the browser can do what it is for.
export function offer(selector, works, does) {
  if (!works) return;
  for (const button of all(selector)) {
    button.hidden = false;
    button.addEventListener("click", () => does(button));
  }
}
// Whoever closes the list of apps does not want to send it after all.
export const share = (what) => navigator.share(what).catch(() => {});
// Where the browser does not let it be copied, it is shown ready to be copied by hand.
export function copy(text, button) {
  const says = button.querySelector("span");
  const copying = navigator.clipboard.writeText(text);
  copying.then(() => says.replaceChildren(button.dataset.copied), () => prompt(says.textContent, text));
}
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export function fragment(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}
export function listed(texts) {
  return texts.map((text) => {
    const item = document.createElement("li");
    item.textContent = text;
    return item;
  });
}

// What a device remembers, as JSON. One that stores nothing remembers it as long as the page is open.
const memory = new Map();
export function recall(name, store = "localStorage") {
  try {
    return JSON.parse(memory.has(name) ? memory.get(name) : window[store].getItem(name));
  } catch {
    return null;
  }
}
export function remember(name, value, store = "localStorage") {
  memory.delete(name);
  try {
    if (value === null) window[store].removeItem(name);
    else window[store].setItem(name, JSON.stringify(value));
  } catch {
    memory.set(name, JSON.stringify(value));
  }
}

// What the service worker answers to a message.
export function askWorker(worker, message) {
  return new Promise((resolve) => {
    const line = new MessageChannel();
    line.port1.onmessage = (event) => resolve(event.data);
    worker.postMessage(message, [line.port2]);
  });
}
