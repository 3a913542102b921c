// A picture of Python's memory once the app has started (whole.js): putting it back takes a tenth of starting anew. It lies
// beside the files of its version, belongs to the browser that took it and to the languages kept then, and knows nothing of the phone (companion/phone.py).
//
// It is a line of JSON and pages of the memory behind it; pages without anything in them are left out.

const PICTURE = "/offline/picture";
const TRIED = "/offline/picture-tried";
const PAGE = 4096;
const READ_AT_ONCE = 2e6;

// What failed, or ended the worker, is not tried again and again: [browser, how often, when it was last tried].
const ATTEMPTS = 3;
const LATER = 24 * 3600e3;
async function attempt(cache, does) {
  const before = await cache.match(TRIED);
  const [browser, often, when] = before ? await before.json() : [];
  const again = browser === navigator.userAgent && Date.now() - when < LATER ? often : 0;
  if (again >= ATTEMPTS) throw new Error("tried too often");
  const noted = cache.put(TRIED, Response.json([navigator.userAgent, again + 1, Date.now()]));
  const result = await does();
  await noted;
  return result;
}
const ROOM = 150e6;
async function hasRoom() {
  const { quota, usage } = await navigator.storage.estimate();
  return quota - usage > ROOM;
}

const wordsOf = (heap, at, length) => new Uint32Array(heap.buffer, heap.byteOffset + at, length / 4);
// A sum of every fourth word: a product has to wait for the one before it in its own sum only.
function checksum(heap, runs) {
  const prime = 0x01000193;
  let [a, b, c, d] = [0, 0, 0, 0];
  for (const [at, length] of runs) {
    const all = wordsOf(heap, at, length);
    for (let i = 0; i < all.length; i += 4) {
      a = Math.imul(a ^ all[i], prime);
      b = Math.imul(b ^ all[i + 1], prime);
      c = Math.imul(c ^ all[i + 2], prime);
      d = Math.imul(d ^ all[i + 3], prime);
    }
  }
  return [a, b, c, d].join();
}
function isEmpty(words, at) {
  const end = (at + PAGE) / 4;
  for (let i = at / 4; i < end; i++) if (words[i]) return false;
  return true;
}
// [start, length] of what is not empty.
function filledRuns(heap) {
  const all = wordsOf(heap, 0, heap.length);
  const runs = [];
  for (let at = 0; at < heap.length; at += PAGE) {
    if (isEmpty(all, at)) continue;
    const last = runs.at(-1);
    if (last && last[0] + last[1] === at) last[1] += PAGE;
    else runs.push([at, PAGE]);
  }
  return runs;
}
// What was given back to be used again still holds what it held: it is emptied, so that it is left out.
function emptyFreed(module) {
  const free = [];
  const end = module._sbrk(0);
  for (let size = 1 << 20; size >= PAGE; size >>= 1) {
    for (;;) {
      const at = module._malloc(size);
      if (at) free.push(at);
      if (!at || module._sbrk(0) > end) break;
      module.HEAPU8.fill(0, at, at + size);
    }
  }
  for (const at of free) module._free(at);
}
// What the runtime tells of the JavaScript that Python knows, without the memory itself.
function snapshot(python) {
  const module = python._module;
  const heap = module.HEAP8;
  module.HEAP8 = new Int8Array(0);
  try {
    return python.makeMemorySnapshot();
  } finally {
    module.HEAP8 = heap;
  }
}
// Nothing is said where there is no room for it: the app starts as without.
async function keepPicture(python, cache) {
  const module = python._module;
  if (python.FS.streams.filter(Boolean).length > 3) throw new Error("files are open");
  emptyFreed(module);
  const heap = module.HEAPU8;
  const runs = filledRuns(heap);
  const head = { size: heap.length, runs, checksum: checksum(heap, runs), frame: [...snapshot(python)] };
  const line = new TextEncoder().encode(JSON.stringify(head));
  const content = new Blob([line, ...runs.map(([at, length]) => heap.subarray(at, at + length))]);
  const headers = { Browser: navigator.userAgent, Languages: python.languages.join(), Head: String(line.length) };
  await cache.put(PICTURE, new Response(content, { headers }));
}
// The picture, if this browser has taken it with these languages.
async function usablePicture(cache, languages) {
  const kept = await cache.match(PICTURE);
  const fits = kept?.headers.get("Browser") === navigator.userAgent && kept.headers.get("Languages") === languages.join();
  return fits ? kept : undefined;
}
async function keptPicture(cache, languages) {
  const kept = await usablePicture(cache, languages);
  if (!kept) return undefined;
  const size = Number(kept.headers.get("Head"));
  const content = await kept.blob();
  const head = JSON.parse(await content.slice(0, size).text());
  return { ...head, languages, pages: content.slice(size), frame: new Uint8Array(head.frame) };
}
// Into the memory of a runtime that has just been made.
async function putBack(module, { size, runs, pages, checksum: sum }) {
  const fresh = module.HEAPU8.length;
  if (size > fresh && !module.growMemory(size)) throw new Error("no memory for the picture");
  const heap = module.HEAPU8;
  const all = wordsOf(heap, 0, fresh);
  let end = 0;
  for (const [at, length] of [...runs, [heap.length, 0]]) {
    // Of what the runtime comes with, some was given back since; what is empty takes no memory as long as nobody writes there.
    for (; end < Math.min(at, fresh); end += PAGE) if (!isEmpty(all, end)) heap.fill(0, end, end + PAGE);
    end = at + length;
  }
  // Into the same buffer again and again: one that is let go of stays for long.
  const reader = pages.stream().getReader({ mode: "byob" });
  let some = new Uint8Array(READ_AT_ONCE);
  let run = 0;
  let done = 0;
  for (;;) {
    ({ value: some } = await reader.read(new Uint8Array(some.buffer)));
    if (!some?.length) break;
    for (let i = 0; i < some.length;) {
      const [at, length] = runs[run];
      const part = some.subarray(i, i + length - done);
      heap.set(part, at + done);
      i += part.length;
      done += part.length;
      if (done === length) [run, done] = [run + 1, 0];
    }
  }
  if (run !== runs.length || checksum(heap, runs) !== sum) throw new Error("the picture is damaged");
}
