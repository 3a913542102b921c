// The browser's storage below the whole app (whole.js), file by file. An answer goes out after its files are there. The page
// that tells what is kept reads it, too.

export function storage(mode, does) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("phone", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("files");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      let transaction, asked;
      try {
        transaction = database.transaction("files", mode, { durability: "strict" });
        transaction.oncomplete = () => { database.close(); resolve(asked); };
        transaction.onabort = () => { database.close(); reject(transaction.error || new Error("not stored")); };
        asked = does(transaction.objectStore("files"));
      } catch (error) {
        if (transaction) return transaction.abort();
        // It holds no files: somebody else has made it.
        database.close();
        reject(error);
      }
      return undefined;
    };
  });
}
async function readFiles() {
  const [names, contents] = await storage("readonly", (files) => [files.getAllKeys(), files.getAll()]);
  return names.result.map((name, i) => [name, contents.result[i]]);
}
function writeFiles(files) {
  // Without content there is to be no such file.
  return storage("readwrite", (all) => files.forEach(([name, content]) => {
    if (content === null || content === undefined) all.delete(name);
    else all.put(content, name);
  }));
}
async function readFile(name) {
  const asked = await storage("readonly", (files) => files.get(name));
  return asked.result || [];
}
// What Python has stored as JSON.
async function readJson(name) {
  return JSON.parse(new TextDecoder().decode(await readFile(name)));
}

// Python works and what came of it is stored, one after the other: what is stored last is always the newest. Where there is
// no room, nothing has happened; `needed` tells whether that matters.
let turn = Promise.resolve();
function inTurn(does) {
  const result = turn.then(does);
  turn = result.catch(() => {});
  return result;
}
async function storeOrUndo(phone, files, needed = true) {
  if (!files.length) return;
  try {
    await writeFiles(files);
    phone.stored();
  } catch (error) {
    phone.undo();
    if (needed) throw error;
  }
}
