// What was entered into a score sheet and not sent yet. It waits on the device, also when the page is loaded again, for
// every page of the sheet alike.
//
// `typed` waits, `sending` is under way or its answer was lost: it is sent again under the same id, which the server does
// once. A field is named p<seat>-<field>; with its text goes what had been seen there before.
import { recall, remember } from "./page.js";

// Entries that go at once: the server reads so much of a form and no more.
const MOST = 150;

export class Queue {
  constructor(key) {
    this.place = "sheet " + key;
  }
  load() {
    const queue = recall(this.place);
    return queue && queue.typed ? queue : { typed: {}, sending: null };
  }
  save(queue) {
    remember(this.place, queue.sending || Object.keys(queue.typed).length ? queue : null);
  }
  waits(name) {
    const { typed, sending } = this.load();
    return typed[name] || (sending && sending.cells[name]) || null;
  }
  // Every change that the server may not know yet: its field, what stood there before all of it, what is to stand there.
  changes() {
    const { typed, sending } = this.load();
    const sent = sending ? sending.cells : {};
    return Object.entries({ ...sent, ...typed }).map(([name, last]) => ({ name, was: (sent[name] || last).was, text: last.text }));
  }
  waiting() {
    const { typed, sending } = this.load();
    return Boolean(sending) || Object.keys(typed).length > 0;
  }
  // `seen`: what the page shows there, when nothing waits.
  note(name, seen, text) {
    const queue = this.load();
    const before = queue.typed[name];
    const sending = queue.sending && queue.sending.cells[name];
    const was = before ? before.was : sending ? sending.text : seen;
    if (text === was) delete queue.typed[name];
    else queue.typed[name] = { was, text };
    this.save(queue);
  }
  // What is to be sent now; null for nothing.
  take() {
    let queue = this.load();
    if (!queue.sending && Object.keys(queue.typed).length) {
      const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"));
      const cells = Object.entries(queue.typed);
      const [first, later] = [cells.slice(0, MOST), cells.slice(MOST)].map(Object.fromEntries);
      queue = { typed: later, sending: { id: id.join(""), cells: first } };
      this.save(queue);
    }
    return queue.sending;
  }
  // The server has it. Tells whether that was news.
  sent(id) {
    const queue = this.load();
    if (!queue.sending || queue.sending.id !== id) return false;
    this.save({ ...queue, sending: null });
    remember(this.place + " sent", Date.now(), "sessionStorage");
    return true;
  }
  // Whether the server may have had something only after it made this page: its answer came while the page was on its way.
  outran() {
    return recall(this.place + " sent", "sessionStorage") > performance.timeOrigin;
  }
  // Nothing of it is wanted any more.
  drop() {
    remember(this.place, null);
  }
}
