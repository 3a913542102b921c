// The search where the server cannot be reached and the whole app is not kept, below worker.js in the same script. Pages
// come with what people ask of each place of the rules, and with what things are called (companion/web/offline/packs.py);
// a query is held against that as companion/book/search/ does it in similarity.py, learning.py and vocabulary.py, less what is
// hardly ever missed.
const SYLLABLES = /^[가-힣]+$/;
const LETTERS = /^\p{L}+$/u;
const GLIDES = { "ᅧ": "ᅵ", "ᅯ": "ᅮ", "ᅪ": "ᅩ", "ᅢ": "ᅡ" };
const MOST_HITS = 20;

const words = (text) => text.normalize("NFKD").replace(/\p{Mn}/gu, "").normalize("NFC").toLowerCase().match(/[\p{L}\p{N}]+/gu) || [];
const letters = (word) => word.normalize("NFD");
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
const most = (map, key, value) => value > (map.get(key) || 0) && map.set(key, value);
const more = (map, key, value) => map.set(key, (map.get(key) || 0) + value);
function of(map, key, empty) {
  if (!map.has(key)) map.set(key, new empty());
  return map.get(key);
}
// 건물7a로 and house 7 a name the building 7a.
const apart = (query) => query.replace(/(?<![0-9])(\d{1,2})(?:([ab])번?(?![a-z0-9])| ([ab])$)/gi, (_, number, one, other) => ` ${number}${one || other} `);

class Lookup {
  constructor(index) {
    Object.assign(this, index);
    this.small = new Set(index.small);
    // Maps, as every object has a "constructor", which is Spanish for a builder.
    this.unlike = new Map(Object.entries(index.unlike));
    this.irregular = new Map(Object.entries(index.irregular));
    this.names = new Set();
    // Word, or two that follow each other -> place -> how often it is asked there.
    this.often = new Map();
    this.pairs = new Map();
    this.exactly = new Map();
    this.questions = [];
    this.having = new Map();
    this.byStem = new Map();
    this.stemsOf = new Map();
    this.nearOf = new Map();
    this.places.forEach((place, number) => {
      for (const text of place.names) for (const word of words(text)) this.names.add(word);
      for (const text of [...place.names, ...place.asked]) this.take(number, words(text));
    });
    for (const question of this.questions) question.tells = sum(question.words.map((word) => this.rare(this.often.get(word).size)));
    for (const word of this.often.keys()) for (const stem of this.stems(word)) of(this.byStem, stem, Set).add(word);
    this.sections = [...new Set(this.places.map((place) => place.id.split("#")[0]))];
    this.examples = this.places.flatMap((place) => [...place.names, ...place.asked].map((text) => [this.sections.indexOf(place.id.split("#")[0]), this.signs(words(text).flatMap((word) => this.parts(word)))]));
    const signs = new Map();
    for (const [, said] of this.examples) for (const sign of said) more(signs, sign, 1);
    // Sign -> where its weights begin, one for each section, and how rare it is.
    this.begins = new Map([...signs].map(([sign, number], place) => [sign, [place * this.sections.length, Math.log(1 + this.examples.length / (1 + number))]]));
    this.weights = new Float32Array(signs.size * this.sections.length);
    this.spelt = [...this.often.keys()].map((word) => [word, letters(word)]);
    this.same = new Map();
    for (const [word, others] of Object.entries(index.synonyms)) {
      const meant = others.flatMap((other) => [...this.long(other).flatMap((stem) => [...(this.byStem.get(stem) || [])]), other]);
      for (const form of [word, ...this.long(word)]) for (const known of meant) if (this.often.has(known)) of(this.same, form, Set).add(known);
    }
    // Once for components, once for the words of the game: each name as its words.
    this.things = index.things.map((thing) => ({ ...thing, names: thing.names.map((name) => [...new Set(words(name))]) }));
  }
  take(place, said) {
    const once = [...new Set(said)];
    for (const word of once) {
      more(of(this.often, word, Map), place, 1);
      of(this.having, word, Array).push(this.questions.length);
    }
    for (const pair of this.pairsOf(said)) more(of(this.pairs, pair, Map), place, 1);
    of(this.exactly, said.map((word) => this.stem(word)).join(" "), Set).add(place);
    this.questions.push({ place, words: once });
  }
  rare(places) {
    return Math.log(1 + this.places.length / (1 + places));
  }

  // Which words tell the sections apart, as companion/book/search/learning.py learns it: a step at a time, as it takes a while.

  *learn() {
    const { rounds, rate, apart } = this.learning;
    const questions = this.examples.map(([section, signs]) => [section, this.weighed(signs)]);
    for (let round = 1; round <= rounds; round++) {
      for (let first = 0; first < apart; first++) {
        for (let place = first; place < questions.length; place += apart) this.putRight(...questions[place], rate / round);
        if (first % 20 === 0) yield;
      }
    }
  }
  signs(said) {
    return new Set([...said.map((word) => this.stem(word)), ...this.pairsOf(said)]);
  }
  weighed(signs) {
    const rare = [...signs].filter((sign) => this.begins.has(sign)).map((sign) => this.begins.get(sign));
    const length = Math.sqrt(sum(rare.map(([, worth]) => worth * worth)));
    return rare.map(([begin, worth]) => [begin, worth / length]);
  }
  // How probable each section is.
  probable(signs) {
    const odds = new Float64Array(this.sections.length);
    for (const [begin, share] of signs) for (let place = 0; place < odds.length; place++) odds[place] += this.weights[begin + place] * share;
    let all = 0;
    for (let place = 0; place < odds.length; place++) all += odds[place] = Math.exp(odds[place]);
    return odds.map((each) => each / all);
  }
  putRight(right, signs, rate) {
    const probable = this.probable(signs);
    if (1 - probable[right] < this.learning.certain) return;
    for (let place = 0; place < probable.length; place++) {
      const step = (place === right ? 1 : 0) - probable[place];
      if (Math.abs(step) > this.learning.certain) for (const [begin, share] of signs) this.weights[begin + place] += rate * share * step;
    }
  }
  favoured(typed) {
    const probable = this.probable(this.weighed(this.signs(typed)));
    return new Map(this.sections.map((section, place) => [section, Math.max(0, Math.log(probable[place] * this.sections.length))]));
  }

  // Forms of words.

  bare(word) {
    const end = SYLLABLES.test(word.at(-1)) && this.nouns.find((ending) => word.endsWith(ending) && word.length >= ending.length + 2);
    return end ? word.slice(0, -end.length) : null;
  }
  stems(word) {
    if (!this.stemsOf.has(word)) this.stemsOf.set(word, SYLLABLES.test(word) ? this.korean(word) : this.english(word));
    return this.stemsOf.get(word);
  }
  korean(word) {
    const found = new Set([this.bare(word) || word, this.irregular.get(word) || withoutGlide(word)]);
    const end = this.verbs.find((ending) => word.length > ending.length && word.endsWith(ending));
    const left = end && word.slice(0, -end.length);
    if (end) found.add(withoutGlide(left)).add(this.irregular.get(left) || word);
    if (word.length > 1 && /[ᆫᆯ]$/.test(letters(word))) found.add(withoutGlide(letters(word).slice(0, -1).normalize("NFC")));
    return found;
  }
  english(typed) {
    if (!/^[a-z]+$/.test(typed)) return new Set(LETTERS.test(typed) ? [typed] : []);
    const word = this.unlike.get(typed) || typed;
    let stem = word.replace(/(?:ings?|ed|es|s)$/, "");
    if (stem.length < 3 || word.endsWith("ss")) return new Set([word]);
    if (word.endsWith("ies")) return new Set([stem.replace(/i$/, "") + "y"]);
    if (stem !== word && stem.at(-1) === stem.at(-2) && !"sl".includes(stem.at(-1))) stem = stem.slice(0, -1);
    return new Set([stem.length > 3 ? stem.replace(/e$/, "") : stem]);
  }
  stem(word) {
    const plain = this.bare(word) || word;
    return [...this.stems(plain)].sort((one, other) => one.length - other.length || (one < other ? -1 : 1))[0] || plain;
  }
  long(word) {
    return [...this.stems(word)].filter((stem) => stem.length > 1);
  }
  pairsOf(said) {
    const stems = ["", ...said.map((word) => this.stem(word))];
    return stems.slice(1).map((stem, before) => stems[before] + " " + stem);
  }

  // What a typed word may mean.

  // 초록손 is 초록 and 손, 인증4에서6 is 인증, 4 and 6.
  parts(word) {
    if (this.names.has(word)) return [word];
    const known = this.often.has(word) || this.long(word).some((stem) => this.byStem.has(stem));
    const pieces = known ? [word] : word.match(/[가-힣]+|[^가-힣]+/g).filter((piece, place) => !place || this.bare("00" + piece) !== "00");
    const slip = SYLLABLES.test(word[0]) && pieces.some((piece) => SYLLABLES.test(piece) && piece.length === 1 && !this.often.has(piece));
    if (pieces.join() !== word && !slip) return pieces.flatMap((piece) => this.parts(piece));
    const bare = this.bare(word);
    if (!SYLLABLES.test(word) || this.names.has(bare)) return [word];
    const name = (part) => this.names.has(part);
    const least = known ? 2 : 1;
    return (bare && split(bare, least, name)) || split(word, least, name) || [word];
  }
  near(word) {
    if (!this.nearOf.has(word)) {
      const near = this.sure(word);
      this.nearOf.set(word, near.size ? near : this.misspelt(word));
    }
    return this.nearOf.get(word);
  }
  sure(word) {
    const near = new Map();
    const stems = this.stems(word);
    const forms = new Set([word, this.bare(word) || word]);
    for (const form of forms) if (this.often.has(form)) near.set(form, 1);
    for (const stem of stems) for (const known of this.byStem.get(stem) || []) most(near, known, stem.length > 1 ? 0.9 : 0.6);
    for (const form of [word, ...stems]) for (const known of this.same.get(form) || []) most(near, known, 0.6);
    for (const form of forms) {
      if (form.length < 2 || /^\d+$/.test(form)) continue;
      for (const known of this.often.keys()) {
        if (known.startsWith(form)) most(near, known, 0.8 * Math.sqrt(form.length / known.length));
        else if (SYLLABLES.test(form) && known.includes(form)) most(near, known, 0.6);
      }
    }
    return near;
  }
  misspelt(word) {
    const near = new Map();
    for (const form of [word, this.bare(word) || word]) {
      if (!LETTERS.test(form) || letters(form).length < 4) continue;
      for (const [known, spelt] of this.spelt) if (oneSlip(letters(form), spelt)) near.set(known, 0.6);
      if (near.size) break;
    }
    return near;
  }

  // How well each place fits a query.
  scores(typed) {
    const found = new Map();
    const read = new Map(typed.flatMap((word) => this.parts(word)).map((word) => [word, this.near(word)]));
    const meant = [...read].some(([word, near]) => near.size && !this.small.has(word));
    if (!meant && !typed.every((word) => this.small.has(word))) return found;
    const weighed = [...read].map(([word, near]) => [near, this.tells(word, near)]);
    const all = sum(weighed.map(([, tells]) => tells));
    for (const [near, tells] of weighed) {
      const best = new Map();
      for (const [known, close] of near) for (const [place, times] of this.often.get(known)) most(best, place, (close * times) / (times + 1));
      for (const [place, worth] of best) more(found, place, (2 * tells * worth) / all);
    }
    const pairs = this.pairsOf(typed).map((pair) => this.pairs.get(pair) || new Map());
    const told = sum(pairs.map((places) => this.rare(places.size)));
    for (const places of pairs) for (const [place, times] of places) more(found, place, (this.rare(places.size) * times) / (times + 1) / told);
    for (const place of this.exactly.get(typed.map((word) => this.stem(word)).join(" ")) || []) more(found, place, 1);
    this.compare(found, weighed, all);
    return found;
  }
  tells(word, near) {
    if (this.often.has(word)) return this.rare(this.often.get(word).size);
    const close = [...near].filter(([, worth]) => worth >= 0.5);
    return this.rare(new Set(close.flatMap(([known]) => [...this.often.get(known).keys()])).size);
  }
  // The best places, question by question.
  compare(found, weighed, all) {
    const best = new Set([...found.keys()].sort((one, other) => found.get(other) - found.get(one)).slice(0, 12));
    const shared = new Map();
    for (const [near, tells] of weighed) {
      const close = new Map();
      for (const [known, worth] of near) {
        for (const question of this.having.get(known)) {
          if (best.has(this.questions[question].place)) most(close, question, worth);
        }
      }
      for (const [question, worth] of close) more(shared, question, tells * worth);
    }
    const alike = new Map();
    for (const [number, both] of shared) {
      const question = this.questions[number];
      of(alike, question.place, Array).push((both / all) * Math.min(1, both / question.tells));
    }
    for (const [place, list] of alike) {
      const best = list.sort((one, other) => other - one).slice(0, 5);
      for (const [after, worth] of best.entries()) more(found, place, worth / 2 ** after);
    }
  }

  // What a query asks, and of which layer: an expansion that it names is where to look, and no word to look for.
  layerIn(said) {
    const typed = this.withoutGame(said);
    for (const [name, layer] of this.called) {
      const rest = this.without(typed, name);
      if (rest) return rest.every((word) => this.small.has(word)) ? [typed, null] : [rest, layer];
    }
    return [typed, null];
  }
  // What the game itself is called nobody looks for, unless it is compared with another, or hardly anything else is said.
  withoutGame(typed) {
    if (typed.some((word) => [word, this.bare(word) || word, ...this.stems(word)].some((form) => this.compares.includes(form)))) return typed;
    for (const name of this.itself) {
      const rest = this.without(typed, name);
      if (rest && rest.filter((word) => !this.small.has(word)).length >= 2) return rest;
    }
    return typed;
  }
  without(typed, name) {
    const start = typed.findIndex((_, place) => name.every((word, n) => [typed[place + n], this.bare(typed[place + n] || "")].includes(word)));
    return start < 0 ? null : typed.filter((_, place) => place < start || place >= start + name.length);
  }

  // The sections that fit, each as the place in it that fits best; with `played`, of those layers only.
  hits(query, played) {
    const [typed, layer] = this.layerIn(words(apart(query)).slice(0, this.most.words));
    if (!typed.length) return [];
    const fits = [...this.scores(typed)].map(([number, score]) => [this.places[number], score]);
    const among = played ? fits.filter(([place]) => place.layers.every((layer) => played.has(layer))) : fits;
    const worth = (place) => (played ? place.played : place.unsaid) * (!layer || place.about.includes(layer) ? 1 : this.unplayed);
    const ranked = among.map(([place, score]) => [place.id, score * worth(place)]);
    const order = ([one, more_], [other, less]) => less - more_ || (one < other ? -1 : 1);
    // What was learned settles the order of the sections that fit best; one word alone is looked up, not asked.
    const said = [...new Set(typed.flatMap((word) => this.parts(word)))];
    const favoured = said.length > 1 ? this.favoured(said) : new Map();
    const first = [...new Set(ranked.sort(order).map(([id]) => id.split("#")[0]))].slice(0, this.learning.first);
    for (const entry of ranked) {
      const section = entry[0].split("#")[0];
      if (first.includes(section)) entry[1] += this.learning.worth * (favoured.get(section) || 0);
    }
    ranked.sort(order);
    const best = new Map();
    for (const [id, score] of ranked) if (score >= ranked[0][1] * 0.4 && !best.has(id.split("#")[0])) best.set(id.split("#")[0], id);
    return [...best.values()].slice(0, MOST_HITS);
  }
  // The components and the words of the game that a query names.
  named(query) {
    const typed = [...new Set(words(apart(query)))];
    const telling = typed.filter((word) => !this.small.has(word));
    const score = (thing, asked) => Math.max(...thing.names.map((name) => {
      const each = asked.map((word) => Math.max(...[word, this.bare(word) || word].map((form) => (name.includes(form) ? 1 : name.some((said) => said.startsWith(form)) ? 0.6 : 0))));
      return each.includes(0) ? 0 : Math.min(1, sum(each) / name.length);
    }));
    for (const asked of [typed, telling]) {
      if (!asked.length || asked.length > this.most.naming) continue;
      const found = this.things.map((thing) => [thing.piece, score(thing, asked)]).filter(([, worth]) => worth > 0.5);
      if (found.length) return found.sort(([, one], [, other]) => other - one).slice(0, 6).map(([piece]) => piece);
    }
    const building = this.things.filter((thing) => typed.some((word) => thing.piece === "component building-" + word)).map((thing) => thing.piece);
    return building.length ? building : this.whole(typed, telling, score);
  }
  // The components of which a query says the whole name beside a few other words, and nothing that is half another name.
  whole(typed, telling, score) {
    if (telling.length > 3) return [];
    const components = this.things.filter((thing) => thing.piece.startsWith("component "));
    for (let length = typed.length - 1; length > 0; length--) {
      for (let first = 0; first + length <= typed.length; first++) {
        const run = typed.slice(first, first + length);
        if (run.every((word) => this.small.has(word))) continue;
        const found = components.map((thing) => [thing.piece, score(thing, run)]).filter(([, worth]) => worth >= 0.5);
        const whole = found.filter(([, worth]) => worth === 1).map(([piece]) => piece);
        // A breed stays one beside others: Longhorn, though another is called Texas Longhorn.
        if (whole.length && whole.length <= 2 && found.every(([piece, worth]) => worth === 1 || piece.startsWith("component cattle-"))) return whole;
      }
    }
    return [];
  }
}
function withoutGlide(word) {
  const spelt = letters(word);
  return /[ᆨ-ᇂ]$/.test(spelt) && !spelt.endsWith("ᆻ") ? word : spelt.replace(/ᆻ$/, "").replace(/[ᅧᅯᅪᅢ]$/, (vowel) => GLIDES[vowel]).normalize("NFC");
}
function split(word, least, stands) {
  for (let place = word.length - 1; place >= least; place--) {
    const [head, tail] = [word.slice(0, place), word.slice(place)];
    const rest = stands(head) && (stands(tail) ? [tail] : tail.length > least && split(tail, least, stands));
    if (rest) return [head, ...rest];
  }
  return null;
}
// Whether one letter was missed, added, mistaken, or swapped with its neighbour.
function oneSlip(one, other) {
  if (Math.abs(one.length - other.length) > 1) return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  const [a, b] = [one.slice(same), other.slice(same)];
  return a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1) || (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2));
}

// The icons whose meaning holds the words of a query, in the page that shows all of them (companion/web/rules/).
const ICON = /<li[^>]*><details name="icon">[\s\S]*?<\/details><\/li>/g;
const NO_MEANING = /<svg[\s\S]*?<\/svg>|<span class="badge">.*?<\/span>|<p class="(?:rule-links|icon-on)"[\s\S]*|<[^>]*>|&#?\w+;/g;
const LEAST_SAID = 0.6;
const meanings = new Map();
function iconsOf(lookup, query, page) {
  const typed = words(query);
  const telling = typed.filter((word) => !lookup.small.has(word));
  const asked = [...new Set((telling.length ? telling : typed).map((word) => lookup.bare(word) || word))];
  return page.match(ICON).filter((icon) => {
    if (!meanings.has(icon)) meanings.set(icon, words(icon.replace(NO_MEANING, " ")));
    return asked.filter((word) => meanings.get(icon).some((said) => said.startsWith(word))).length >= LEAST_SAID * asked.length;
  });
}

// Answering, with what worker.js keeps. Where the whole app is awake, it answers instead: it knows more.

const lookups = new Map();
function isSearch(url) {
  const language = languageOf(url);
  return Boolean(language) && url.pathname === "/" + language + "/rules/search";
}
function isIcons(url) {
  return url.pathname === "/" + languageOf(url) + "/rules/icons/" && url.searchParams.has("q");
}
function unlessAwake(url, answer) {
  return wholeApp && wholeApp.awake() ? undefined : answer(url, languageOf(url));
}
function lookupOf(pack) {
  if (!lookups.has(pack)) lookups.set(pack, new Lookup(pack.lookup));
  return lookups.get(pack);
}
// What was learned once is kept. Nobody waits for it: until then, other words decide.
const learning = new Set();
async function learnOnce(lookup, language) {
  if (learning.has(lookup)) return;
  learning.add(lookup);
  const cache = await caches.open(KEPT);
  const kept = await cache.match("/learned/" + language);
  if (kept) return lookup.weights.set(new Float32Array(await kept.arrayBuffer()));
  for (const _ of lookup.learn()) await delay(0);
  await cache.put("/learned/" + language, new Response(lookup.weights));
}
// Before the first letter is typed.
async function getLookupReady(language) {
  if (app.packs[language]) learnOnce(lookupOf(await loadPack(language)), language).catch(() => {});
}
async function searchPart(url) {
  const pack = await loadPack(languageOf(url)).catch(() => null);
  return pack ? htmlResponse(resultsOf(pack, url)) : undefined;
}
async function searchPage(url, language) {
  const pack = await loadPack(language).catch(() => null);
  if (!pack) return undefined;
  const page = withQuery(unpackPage(pack, url.pathname), "q", queryOf(pack, url));
  return htmlResponse(page.replace(/(<div id="results"[^>]*>)[\s\S]*?<\/div>/, (_, before) => before + resultsOf(pack, url) + "</div>"));
}
async function iconPage(url, language) {
  const pack = await loadPack(language).catch(() => null);
  if (!pack) return undefined;
  const page = unpackPage(pack, url.pathname);
  const saying = new Set(iconsOf(lookupOf(pack), queryOf(pack, url), page));
  const shown = page.replace(/<section aria-labelledby="([\s\S]*?)<\/section>/g, (section) => {
    const here = section.match(ICON).filter((icon) => saying.has(icon));
    const fewer = section.replace(ICON, (icon) => (saying.has(icon) ? icon : "")).replace(/(<span class="count">)\d+/, (_, before) => before + here.length);
    return here.length ? fewer : "";
  });
  const places = shown.replace(/<a class="button quiet" href="#([\w-]+)">.*?<\/a>/g, (link, place) => (shown.includes(`aria-labelledby="${place}"`) ? link : ""));
  const said = saying.size ? places : places.replace('<div class="empty" hidden>', '<div class="empty">');
  return htmlResponse(withQuery(said.replace('<details class="chapter more">', '<details class="chapter more" open>'), "icon-words", queryOf(pack, url)));
}
function withQuery(page, field, query) {
  const typed = query.replace(/[&<"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
  return page.replace(new RegExp(`(<input id="${field}"[^>]* value=")`), (before) => before + typed);
}
function queryOf(pack, url) {
  return (url.searchParams.get("q") || "").slice(0, pack.lookup.most.letters);
}
function resultsOf(pack, url) {
  const query = queryOf(pack, url);
  if (!query.trim()) return unpackPage(pack, "part " + url.pathname);
  const lookup = lookupOf(pack);
  const played = url.searchParams.has("in") && new Set(url.searchParams.get("in").split(" "));
  const here = lookup.hits(query, played);
  const hits = here.length || !played ? here : lookup.hits(query);
  const named = lookup.named(query);
  const all = (kind, names) => names.map((name) => unpackPage(pack, kind + name)).join("");
  const those = (kind) => all("", named.filter((piece) => piece.startsWith(kind)));
  const icons = iconsOf(lookup, query, unpackPage(pack, "/" + languageOf(url) + "/rules/icons/")).length;
  const seen = icons ? unpackPage(pack, "icons").replace("?q=", () => "?q=" + encodeURIComponent(query)).replace(">0<", `>${icons}<`) : "";
  if (!hits.length && !named.length) return unpackPage(pack, "nothing") + seen;
  return unpackPage(pack, here.length || !hits.length ? "found" : "elsewhere")
    + `<ul class="named">${those("component ")}</ul><dl class="terms found">${those("term ")}</dl><ol class="hits">${all("hit ", hits)}</ol>${seen}`;
}
