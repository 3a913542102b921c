// A sheet on this page and the server: what was entered (queue.js) is sent, what others entered is asked for, one request at a
// time. Every answer decides when the next one goes; without connection they go more and more seldom.
import { byId, fragment } from "./page.js";
import { Queue } from "./queue.js";

export const POLL_INTERVAL = 1500;
const MAX_POLL_INTERVAL = 30000;
const TIMEOUT = 8000;

// Loading the page again without a connection would end in the browser's own error page, unless it was kept: it asks first.
addEventListener("beforeunload", (event) => {
  if (!navigator.onLine && !navigator.serviceWorker?.controller) event.preventDefault();
});

export class Sync {
  lost = false;
  busy = false;
  gone = false;
  pause = POLL_INTERVAL;
  renewed = false;

  // `turn` does what is to be done next, `show` tells on the page what waits.
  constructor(form, turn, show) {
    Object.assign(this, { form, turn, queue: new Queue(form.dataset.sheet) });
    form.dataset.queued = "";
    this.banner = byId("connection");
    this.say(form.dataset.offline);
    this.show = () => {
      this.banner.hidden = !this.lost;
      show();
    };
    addEventListener("online", () => {
      this.pause = POLL_INTERVAL;
      this.next(0);
    });
    addEventListener("offline", () => {
      this.lost = true;
      this.show();
    });
    // Another page of the sheet has changed what waits.
    addEventListener("storage", (event) => event.key === this.queue.place && this.show());
  }
  say(text) {
    this.banner.querySelector("span").textContent = text;
  }
  next(milliseconds) {
    clearTimeout(this.timer);
    if (!this.gone) this.timer = setTimeout(() => this.busy || this.turn(), milliseconds);
  }
  // While nobody is reached, what was just entered goes with the next attempt.
  soon(milliseconds) {
    if (!this.lost) this.next(milliseconds);
  }
  // One request, and what is done with its answer.
  async run(does, failed) {
    this.busy = true;
    try {
      await does();
    } catch (error) {
      if (failed) failed();
      this.fail(error);
    } finally {
      this.busy = false;
    }
  }
  reached() {
    this.lost = false;
    this.pause = POLL_INTERVAL;
  }
  fail({ refused }) {
    this.lost = true;
    // What the server will never take it says why; it stays in its field.
    if (refused) {
      this.gone = true;
      this.say(refused);
      if (this.queue.waiting()) this.banner.append(this.dropping());
    }
    this.next(this.pause);
    this.pause = Math.min(2 * this.pause, MAX_POLL_INTERVAL);
    this.show();
  }
  dropping() {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button";
    button.textContent = this.form.dataset.drop;
    button.addEventListener("click", () => {
      this.queue.drop();
      location.reload();
    });
    return button;
  }

  // Ask the server, which has some seconds to answer.
  async ask(address, options) {
    const stop = new AbortController();
    const alarm = setTimeout(() => stop.abort(), TIMEOUT);
    const asked = fetch(address, { signal: stop.signal, headers: { "HX-Request": "true" }, ...options });
    const answer = await asked.finally(() => clearTimeout(alarm));
    // Whatever stands between here and the app may answer in its place.
    if (!answer.headers.has("Trail-Notebook")) throw new Error("no answer of the app");
    const expired = answer.headers.has("Form-Expired");
    if (!expired) this.renewed = false;
    if (!expired && (options?.method === "POST" ? [400, 404, 409, 413] : [404]).includes(answer.status)) {
      // It is never taken like this: the answer says why.
      const page = fragment(await answer.text());
      const refused = (page.querySelector("main") || page).textContent.trim().replace(/\s+/g, " ");
      throw Object.assign(new Error("refused"), { refused });
    }
    // Somebody has finished the sheet. What still waits here is sent when it is opened again.
    const elsewhere = answer.headers.get("HX-Redirect");
    if (!elsewhere) return answer;
    this.gone = true;
    location.href = elsewhere;
    return new Promise(() => {});
  }
  // A batch of what waits; `more` goes along. Null for an answer that only wants a fresh form.
  async send(address, since, batch, more, options) {
    const body = new FormData();
    const fields = { csrf_token: this.form.elements.csrf_token.value, since, ...more };
    if (batch) {
      fields.write = batch.id;
      for (const [name, { text, was }] of Object.entries(batch.cells)) Object.assign(fields, { [name]: text, ["was-" + name]: was });
    }
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    const answer = await this.ask(address, { method: "POST", body, ...options });
    if (answer.headers.has("Form-Expired")) return this.renew();
    if (!answer.ok && answer.status !== 422) throw new Error(String(answer.status));
    return answer;
  }
  // A page that lay open for longer than its form is good for gets a fresh token, once for each refusal in a row.
  async renew() {
    if (this.renewed) throw new Error("refused");
    const page = fragment(await (await fetch(location.href, { signal: AbortSignal.timeout(TIMEOUT) })).text());
    const token = page.querySelector("#" + this.form.id + " [name=csrf_token]");
    if (!token) throw new Error("no form");
    this.form.elements.csrf_token.value = token.value;
    this.renewed = true;
    return null;
  }
}

// A field whose text waits without connection says so.
export function mark(part, waits, text) {
  const waiting = part.querySelector(".waiting");
  part.classList.toggle("unsent", waits);
  if (waiting && !waits) waiting.remove();
  if (waiting || !waits) return;
  const words = document.createElement("span");
  words.textContent = text;
  const told = document.createElement("span");
  told.className = "waiting";
  told.append(byId("connection").querySelector("svg").cloneNode(true), words);
  part.append(told);
}
