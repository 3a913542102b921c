"""A quick question in somebody's own words: "4 players, 7 dollars, hire a cowboy from row 1".

Words are read as the search reads them: inflected, glued together, misspelt, or others that mean the same. What says
which question it is, and what is said of its fields beyond their labels, stands under `[said]` in the names of each
language. A number belongs to the noun that it follows or precedes, whatever comes first in the sentence; which row
something lies in, and where an engine stands, is told as such ("row 3", "on 8"). What two fields could mean fills none,
nor does what is needed, denied or somebody else's: it is left over, and whoever finds anything left over asks before
answering. Of the questions that fit, the one is meant that leaves least over.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from werkzeug.datastructures import MultiDict

from companion import engine
from companion.book.search.words import MAX_QUERY_LENGTH, fold
from companion.web.ask.fields import NONE, AskField
from companion.web.ask.lexicon import Lexicon, lexicon
from companion.web.ask.question import CHOSEN, EDITION, VERSION, Form, QuickQuestion
from companion.web.ask.questions import quick_questions
from companion.web.ask.tokens import Phrase, Text, tokens
from companion.web.language import current

_ROUNDS = 4
"""What was told may lead to further fields, and those to others."""
_LEAST_FIT = 0.45
"""A word that few questions share, or two that some do."""
_TAKEN_FOR = 0.5
"""What a word is worth that is only taken for one of a question, or that is denied."""
_CANDIDATES = 6
"""So many questions are filled in."""
_MANY = 3
"""A word that so many fields offer belongs to the one that is named beside it."""
_CLOSE = 0.8
"""Two fields that a number could fill are told apart where one is worth so much less than the other."""
_LONGEST = 4
"""A longer text of a button is a sentence."""
_SHORT = 3
"""Who types no more words than these without a number looks for a rule."""
_WAYS = 64
"""Ways to put things into rows that are looked at."""
_OTHER_WORD = 0.4
"""And another word for what is counted, beside that word itself: "cards" for a hand, in "2 cards in the draw stack"."""
_FAR = 0.5
"""And the name of a track that stands farther before the number on it."""


@dataclass
class Understood:
    """What a text asks: the question, the fields of its address, and the words that said nothing."""

    question: QuickQuestion | None = None
    query: MultiDict[str, str] = field(default_factory=MultiDict)
    left: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    """Of those, what names something else that could have been chosen. It speaks for the question all the same."""


Played = tuple[tuple[str, str], ...]
"""What is played where it is not the usual game: fields and values of an address."""


def understand(text: str, played: Played = ()) -> Understood:
    """What a text asks of a game, in the language of the page; no question where none fits."""
    words, unread = Text(text[:MAX_QUERY_LENGTH], lexicon()), tuple(text[MAX_QUERY_LENGTH:].split())
    ranked, numbers = _ranked(words)[:_CANDIDATES], words.lexicon.spelt

    def unsaid(one: tuple[Understood, float]) -> tuple[int, int, float]:
        # A word that is left over may ask something else, a number hardly does.
        left = one[0].left
        return len(left), sum(not (word.isdecimal() or fold(word) in numbers) for word in left), -one[1]

    filled = [(_fill(question, _of_question(words, question), played), worth) for question, worth in ranked]
    best = min(filled, key=unsaid)[0] if filled else Understood(left=tuple(words.left()))
    return replace(best, left=(*best.left, *best.apart, *unread))


def offered(text: str, played: Played = ()) -> Understood:
    """What a search seems to ask: a question that fits, with something about the situation."""
    words = Text(text, lexicon())
    if words.tells_something():
        return understand(text, played)
    # "From C to E" has no number in it, and yet all of it is about one situation.
    understood = understand(text, played) if len(words.all) > _SHORT else Understood()
    return understood if len(understood.query) > 2 and not understood.left else Understood()


def _ranked(words: Text) -> list[tuple[QuickQuestion, float]]:
    """The questions that a text may ask, the best first."""
    worth: dict[str, dict[int, float]] = {}
    index = words.lexicon.by_first_word
    for _, question, phrase, weight in sorted({one for form in words.forms for one in index.get(form, ())}):
        spoken = worth.setdefault(question, {})
        for run in words.at(phrase):
            for place, word in zip(run, phrase, strict=True):
                # Whatever it may mean, a word speaks once; "without a disc" hardly asks about discs.
                sure = words.says(place, (word,)) and not words.turned(run.start)
                each = weight / len(phrase) * (1 if sure else _TAKEN_FOR)
                spoken[place] = max(spoken.get(place, 0.0), each)
    fit = {question: sum(spoken.values()) for question, spoken in worth.items()}
    order = list(quick_questions())
    best = sorted(fit, key=lambda question: (-fit[question], order.index(question)))
    return [(quick_questions()[question], fit[question]) for question in best if fit[question] >= _LEAST_FIT]


def _of_question(words: Text, meant: QuickQuestion) -> Text:
    """The words anew, of which those are understood that say which question it is.

    What says another one is left over, and so is a thing that only the rules of this one name.
    """
    words = words.anew()
    lexicon = words.lexicon
    said, telling = lexicon.phrases[meant.id], lexicon.words["telling"]
    words.said |= words.named((*said, *lexicon.phrases.get(f"{meant.id}.heard", ())))
    names = [one for question, one in lexicon.weights if question == meant.id and lexicon.things.isdisjoint(one)]
    # A name of a rule that tells how things stand is no mere name: "my row is full".
    runs = [run for one in names for run in words.at(one) if telling.isdisjoint(words.all[n] for n in run)]
    words.said |= {n for run in runs for n in run}
    # A number in a name says how many, "hire two workers"; and what is denied is not asked about.
    words.said -= {*words.numbers(), *[n for n in words.said if words.turned(n)]}
    return words


def _times(place: int, words: Text) -> bool:
    """Whether a number says how often: "two times", deux fois, 두 번. It counts nothing else, and no field says it."""
    return words.is_spelt(place) and words.ends_with(place + 1, words.lexicon.endings["times"])


def _fill(question: QuickQuestion, words: Text, played: Played) -> Understood:
    """A question with everything filled in that a text says."""
    for edition in map(str, engine.editions()):
        if named := words.named(words.lexicon.phrases.get(f"{EDITION}.{edition}", ())):
            played = (*(one for one in played if one[0] != EDITION), (EDITION, edition))
            words.used |= named
    given: MultiDict[str, str] = MultiDict([(VERSION, "1"), *played])
    form = _empty_form(current(), question.id, played)
    # Where somebody goes no field says: until those are filled in, it is set aside.
    ahead = {n for run in _places_named(question, form, words) if _led(run, "to", words) for n in run}
    # A breed that this game does not have is none that it has, though it says which question it is.
    here, breeds = form.catalog.cattle.breeds, words.lexicon.breeds
    elsewhere = words.written(called for breed, called in breeds.items() if breed not in here)
    elsewhere -= words.written(breeds[breed] for breed in here)
    words.used |= ahead | elsewhere
    for _ in range(_ROUNDS):
        for key in [key for key, entry in form.fields.items() if entry.error]:
            given.poplist(key)
        empty = {key: entry for key, entry in form.fields.items() if key not in given}
        # What has a number in its name says more than the number by itself: "2 dollars less".
        filled = [*_things(question, empty, words, counted=True)]
        empty = {key: entry for key, entry in empty.items() if entry.kind == "once" or key not in dict(filled)}
        spoken = {key: entry for key, entry in empty.items() if entry.spoken}
        filled += [*_numbers(question, spoken, words), *_things(question, empty, words)]
        filled += _single(question, {key: entry for key, entry in spoken.items() if key not in dict(filled)}, words)
        for key, value in filled:
            given.add(key, value)
        if not filled:
            break
        form = question.enter(Form(given))
    words.used -= ahead | elsewhere
    goals = _goals(question, form, words)
    wanted = question.wants and any(form.fields[key].named for key in given if key in form.fields)
    if len(goals) > 1:
        given[question.instead_of] = goals.pop(0)
    if goals:
        given[CHOSEN] = goals[0]
    elif wanted and not words.named(words.lexicon.phrases[f"{question.id}.offered"]):
        given[CHOSEN] = question.wants
    if "n" not in form.fields:
        _leave_players_aside(words)
    words.apart |= elsewhere
    words.said |= words.apart
    apart = tuple(words.shown[n] for n in sorted(words.apart))
    return Understood(question, given, tuple(words.left()), apart)


@functools.lru_cache(128)
def _empty_form(_language: str, question: str, played: Played) -> Form:
    """A question as it is before anything was entered, in the language of the page. Nobody changes it."""
    return quick_questions()[question].enter(Form(MultiDict([(VERSION, "1"), *played])))


def _places_named(question: QuickQuestion, form: Form, words: Text) -> Iterator[range]:
    """Where a text names what may be gone to: a choice, or a number that counts nothing."""
    yield from (run for run, _ in _goals_named(question, form, words))
    if steps := words.lexicon.words.get(f"{question.id}.by"):
        yield from (range(n, n + 1) for n in words.numbers() if not words.means(n + 1, steps))


def _goals_named(question: QuickQuestion, form: Form, words: Text) -> Iterator[tuple[range, str]]:
    """Where choices are named, and which."""
    for phrase, value in _goals_called(current(), question.id, form.catalog.edition, form.catalog.variants):
        yield from ((run, value) for run in words.at(phrase))


@functools.cache
def _goals_called(
    _language: str, question: str, edition: int, variants: tuple[str, ...]
) -> Sequence[tuple[Phrase, str]]:
    """The choices of a question as they are called in the language of the page, and their values."""
    options = quick_questions()[question].goals(engine.load_catalog(edition, variants))
    return [(phrase, one.value) for one in options for phrase in dict.fromkeys((tokens(one.text), tokens(one.value)))]


def _led(run: range, way: str, words: Text) -> bool:
    """Whether words are led by "from", or by "to": A에서, to A, 캔자스시티로."""
    ends = run.stop if words.all[run.stop - 1].isascii() else run.stop - 1
    before, place = words.lexicon.words[f"{way}-before"], run.start - 1
    led = place >= 0 and words.all[place] in before
    return led or words.ends_with(ends, words.lexicon.endings[f"{way}-after"])


def _phrases(question: QuickQuestion, entry: AskField, words: Text) -> Collection[Phrase]:
    """What is said for a field: its own words, those that it has everywhere, or its label."""
    said = words.lexicon.phrases
    return said.get(f"{question.id}.{entry.key}") or said.get(entry.key) or (tokens(entry.label),)


def _words_of(question: QuickQuestion, entry: AskField, words: Text) -> Collection[str]:
    """The same by single words."""
    return {word for phrase in _phrases(question, entry, words) for word in phrase}


def _numbers(question: QuickQuestion, fields: Mapping[str, AskField], words: Text) -> Iterator[tuple[str, str]]:
    """Numbers for fields: rows with what lies in them, where things stand, then the nearest pair of number and word."""
    yield from _rows(question, fields, words)
    stands = dict(_standing(question, fields, words))
    yield from stands.items()
    worth_of: dict[tuple[int, str], float] = {}
    denied: set[tuple[int, str]] = set()
    counted: dict[str, Collection[str]] = {}
    units, small = words.lexicon.endings["unit"], words.lexicon.words["small"]
    objects = words.lexicon.words.get(f"{question.id}.asked", ())
    longer = words.named(one for one in words.lexicon.phrases[question.id] if len(one) > 1)
    # "2 longhorns" are cards of a hand, wherever the next number belongs.
    several = [entry for entry in fields.values() if entry.kind == "once" and not _row_of(entry)]
    cards = [_number_beside(run, words) for entry in several for run, _ in _mentions(question, entry, words)]
    for key, entry in fields.items():
        # A word of a longer name says nothing alone: "draw 2" is not what lies in the draw stack.
        said = _phrases(question, entry, words)
        label = {*tokens(entry.label)} - small if said == (tokens(entry.label),) else set()
        counted[key] = {w for one in said if words.named([one]) for w in one} | label
        places = {n for n in range(len(words.all)) if words.means(n, counted[key])}
        if entry.kind == "number":
            places -= longer - words.named(one for one in said if len(one) > 1)
        if entry.kind == "once" or key in stands:
            continue
        own = not entry.parts and any(fact.startswith("players.") for fact in entry.facts)
        for place in words.numbers():
            taken = place in words.used or place in cards or _times(place, words)
            elsewhere = key not in ("token", "row") and words.numbers_row(place)
            if taken or elsewhere or words.means(place - 1, objects) or not takes(entry, words.all[place]):
                continue
            if words.turned(place) or _wanted(place, words, money=key == "d") or (own and words.of_others(place)):
                # "I don't have 5 dollars", "less than 5 dollars", "5 dollars short", "he has 5 dollars".
                denied.add((place, key))
            if place + 1 in words.used and not words.all[place + 1].isdecimal():
                continue  # In "two cowboys in row 2" it counts what lies in the row.
            if "engine" in fields and _is_place(place, words) and not entry.stands:
                continue  # Whose engine stands there was said, and not understood.
            around = [(near, worth) for near, worth in words.around(place) if near in places]
            if entry.stands and not around:
                # "My certificate marker is on 3."
                around = [(near, _FAR) for near in words.clause(place, -1) if near in places]
            named = place > 0 and not words.ends(place - 1) and not words.is_small(place - 1)
            counts = words.ends_with(place + 1, units)
            if (entry.parts and all(words.all[near].isascii() for near, _ in around)) or (named and counts):
                # "Cowboys, 2 of them": the noun before is counted; and "2 stations" are no station 2.
                around = [(near, worth) for near, worth in around if near < place]
            if entry.parts or key.startswith(("w-", "m-")):
                # What comes before it is counted where nothing stands between: "builders 4", and not "a builder for 4".
                around = [one for one in around if one[0] > place - 2 and (counts or one[0] not in words.used)]
            sure = [(near, worth * (1 if words.says(near, counted[key]) else _OTHER_WORD)) for near, worth in around]
            # All that stands behind a number speaks for it: "4 cards in hand", beside "hand limit 5".
            behind = sum(worth for near, worth in sure if near > place)
            if sure:
                worth_of[place, key] = max([behind, *(worth for _, worth in sure)])

    def else_worth(place: int, key: str) -> float:
        return max((worth for (at, other), worth in worth_of.items() if at == place and other != key), default=0)

    filled: set[str | int] = set()
    for (place, key), worth in sorted(worth_of.items(), key=lambda pair: (-pair[1], pair[0])):
        if key in filled or place in filled:
            continue
        meant = [(at, one) for (at, other), one in worth_of.items() if other == key and (at, key) not in denied]
        same = [at for at, one in meant if one == worth > else_worth(at, key)]
        if else_worth(place, key) > _CLOSE * worth or not {place}.issuperset(same) or (place, key) in denied:
            filled.add(place)
            continue  # Two fields could be this number, or two numbers this field: "5 dollars, 4 dollars".
        filled.add(key)
        words.used.add(place)
        words.said |= {n for n, _ in words.around(place) if words.means(n, counted[key])}
        row = words.lexicon.endings["row"] if words.numbers_row(place) else ()
        words.said |= {n for n in (place - 1, place + 1) if words.ends_with(n, row)}
        yield key, words.all[place]


def _wanted(place: int, words: Text, *, money: bool = False) -> bool:
    """Whether a number says what is needed, or is the least, and not what there is; dollars also where "to" leads."""
    other = words.lexicon.words["d.other"] - (frozenset() if money else words.lexicon.words["to-before"])
    # In "get cowboy 6 dollars" and "reach B with 6 dollars" it is something else that is wanted.
    ends = words.lexicon.things | words.lexicon.words["having"]
    before = takewhile(lambda n: not words.means(n, ends), words.clause(place, -1))
    near = [*before][:2] + [n for n in words.clause(place, 1) if not words.is_small(n)][1:2]
    # "I got 5 dollars" tells what one has, and "I get 5 dollars" does not.
    return any(words.all[n] in other or (words.says(n, other) and not words.is_small(n)) for n in near)


def _rows(question: QuickQuestion, fields: Mapping[str, AskField], words: Text) -> Iterator[tuple[str, str]]:
    """What lies in which row: "engineer row 3", "row 3 engineer"; what could lie in two is left over."""
    rows = {row: key for key, entry in fields.items() if (row := _row_of(entry))}
    if not rows:
        return
    called = words.lexicon.endings["row"]
    numbered = [place for place in words.numbers() if place not in words.used and words.numbers_row(place)]
    # Every row offers the same.
    lying = {run.start: (run, value) for run, value in _mentions(question, fields[next(iter(rows.values()))], words)}
    if "token" in fields:
        lying |= {run.start: (run, "token") for phrase in words.lexicon.phrases["token"] for run in words.at(phrase)}
    between = [place for place in words.numbers() if place not in numbered]

    def beside(place: int, step: int) -> int | None:
        """The nearest thing on one side of a row, if no other row lies between."""
        ahead = sorted((thing for thing in lying if (thing - place) * step > 0), key=lambda thing: abs(thing - place))
        for thing in ahead[:1]:
            inner = range(min(thing, place) + 1, max(thing, place))
            if not any(n in numbered or (n in between and step > 0) for n in inner):
                return thing
        return None

    sides = {place: [there for step in (-1, 1) if (there := beside(place, step)) is not None] for place in numbered}
    # In "row 4, token in row 8, cowboy" the token has its row.
    for place, places in sides.items():
        own = [there for there in places if lying[there][1] == "token" and not _apart(place, there, words)]
        rivals = [at for at in sides if own and not _apart(at, own[0], words)]
        if len(own) == len(rivals) == 1:
            sides = {at: [one for one in there if (one in own) == (at == place)] for at, there in sides.items()}
    matched = _matched({place: there for place, there in sides.items() if there})
    # A row in which nothing lies is asked about, and not its number alone.
    words.said -= {n for at in numbered if at not in matched for n in (at - 1, at + 1) if words.ends_with(n, called)}
    free = [one for there, one in lying.items() if there not in matched.values() and one[1] != "token"]
    for place, there in matched.items():
        run, value = lying[there]
        # "Hire two workers" says which question it is; how many are wanted is asked about all the same.
        words.said -= {there - 1} & {*between}
        key = "token" if value == "token" else rows.get(words.all[place], "")
        if key and (value != "token" or takes(fields["token"], words.all[place])):
            words.used |= {place, *run}
            words.said |= {n for n in (place - 1, place + 1) if words.ends_with(n, called)}
            yield key, words.all[place] if value == "token" else value
        for more, named in free if key and value != "token" else ():
            inner = range(min(run.stop, more.stop), max(run.start, more.start))
            if all(map(words.joins, inner)):
                # "Cowboy or builder in row 4": both lie there.
                words.used |= {*more}
                yield key, named
    # Who is named and lies nowhere is asked about, unless one of the kind lies somewhere.
    lie = {value for _, value in (lying[there] for there in matched.values())}
    for more, named in free if lie - {"token"} else ():
        if named not in lie:
            words.said -= {*more}


def _apart(one: int, other: int, words: Text) -> bool:
    """Whether a comma stands between two places."""
    return any(words.all[n] in ",;" for n in range(min(one, other), max(one, other)))


def _matched(sides: Mapping[int, Sequence[int]]) -> Mapping[int, int]:
    """Each place with one of those beside it, none twice: the only way to do so, or the one in which all lie on the
    same side.
    """
    ways: list[dict[int, int]] = [{}]
    for place, options in sides.items():
        ways = [{**way, place: one} for way in ways[:_WAYS] for one in options if one not in way.values()]
    same = [way for way in ways if len({there < place for place, there in way.items()}) == 1]
    chosen = ways if len(ways) == 1 else same
    return chosen[0] if len(chosen) == 1 else {}


def _standing(question: QuickQuestion, fields: Mapping[str, AskField], words: Text) -> Iterator[tuple[str, str]]:
    """Where engines stand: "from 8", "red on 9". Of others only who is named, in the same clause; else one's own."""
    naming = {key: entry for key, entry in fields.items() if entry.parts}
    own = next((key for key in naming if key == "engine"), "")
    if not own:
        return
    said = words.lexicon.words
    before, steps, mine = said["at-before"], said["engine.by"], said["engine-own"]
    others = {key: _words_of(question, entry, words) for key, entry in naming.items() if key != own}
    owners = mine.union(*others.values())
    tracks = {word for entry in fields.values() if entry.stands for word in _words_of(question, entry, words)}
    filled: set[str] = set()
    for place in words.numbers():
        if place in words.used or _wanted(place, words):
            continue
        led = [
            n
            for n in words.clause(place, -1)
            if words.means(n, owners) or not (words.means(n, {*before, *steps}) or words.is_small(n) or n in words.said)
        ][:1]
        # In "red engine on 4" the noun is everybody's, and the word before it says whose.
        naming_run = [*takewhile(lambda n: words.means(n, owners), range(led[0], -1, -1))] if led else []
        led += naming_run[1:]
        who = next((key for key, names in others.items() if any(words.means(n, names) for n in led)), "")
        named = bool(led) and words.means(led[0], owners)
        if not _is_place(place, words) and not (named and led[0] == place - 1 and not words.means(place + 1, steps)):
            continue
        if any(words.means(n, tracks) for n in words.clause(place, -1)):
            continue
        others_too = any(words.means(n, names) for n in words.clause(place, -1) for names in others.values())
        unknown = (led and not named) or (others_too and not who) or (not who and words.of_others(place))
        if unknown or (not named and question.id != own):
            continue  # Whose it is was said, and not understood; or nobody spoke of an engine: "what comes to 10".
        key = who or own
        if key in filled or not takes(naming[key], words.all[place]):
            continue
        filled.add(key)
        words.used.add(place)
        words.said |= {*led, *({place - 1} if words.means(place - 1, steps) else ())}
        yield key, words.all[place]


def _is_place(place: int, words: Text) -> bool:
    """Whether a number says where something stands: "on 8", "on space 8", 8번 칸에, 8칸에서."""
    said, after = words.lexicon.words, words.lexicon.endings["at-after"]
    before, steps = said["at-before"], said["engine.by"]
    if words.is_spelt(place):
        return False
    if words.means(place - 1, before) or (words.means(place - 1, steps) and words.means(place - 2, before)):
        return True
    return words.ends_with(place + 1, after)


def takes(entry: AskField, number: str) -> bool:
    """Whether a field can be this number."""
    if entry.kind == "number":
        return entry.least <= int(number) <= entry.most
    return any(option.value == number for option in entry.options)


def _things(
    question: QuickQuestion, fields: Mapping[str, AskField], words: Text, *, counted: bool = False
) -> Iterator[tuple[str, str]]:
    """What is named, for the fields that offer it, in their order; or only what has a number in its name."""
    # Where workers are counted, "1 engineer" says how many there are, and not where one stands.
    said = words.lexicon.phrases.items() if any(key.startswith("w-") for key in fields) else ()
    counts = {word for key, phrases in said if key.startswith("w-") for phrase in phrases for word in phrase}
    for key, entry in fields.items():
        if entry.kind == "number" or _row_of(entry):
            continue
        for run, value in _mentions(question, entry, words):
            if counted and not any(words.all[n].isdecimal() for n in run):
                if entry.kind == "one":
                    break  # What was said first is meant: "from A to B, flood 1".
                continue
            spoken = (one for one in fields.values() if one.spoken)
            offering = sum(any(option.value == value for option in one.options) for one in spoken)
            if (offering > _MANY or value == NONE) and not _labelled(entry, words, run.start):
                continue  # What many offer, or that something is not there, is said of the one that is named.
            if run.start - 1 in words.numbers() and words.means(run.start, counts):
                continue
            if words.used.isdisjoint(run):
                words.used |= {*run}
                if entry.kind == "once":
                    # Where one is enough, two of it say no more: "2 longhorn, 1 criollo", 롱혼 2장.
                    words.used |= {_number_beside(run, words)}.intersection(words.numbers())
                yield key, value
                if entry.kind == "one":
                    break


def _number_beside(run: range, words: Text) -> int:
    """Where the number stands that says how many there are of what is named."""
    return run.start - 1 if words.all[run.start].isascii() else run.stop


def _labelled(entry: AskField, words: Text, place: int) -> bool:
    """Whether the name of a field stands in the clause of a word."""
    near = {*words.clause(place, -1), *words.clause(place, 1)}
    return any(map(near.issuperset, words.at(tokens(entry.label))))


def _single(question: QuickQuestion, fields: Mapping[str, AskField], words: Text) -> Iterator[tuple[str, str]]:
    """What lies somewhere because it was named, though nobody said how many: one, then."""
    for key, entry in fields.items():
        if entry.named:
            for phrase in _phrases(question, entry, words):
                named = words.named([phrase]) - words.used
                words.said |= named
                # What stands before it and was not understood may say how many: "two longhorns".
                if any(not words.is_left(n - 1) and not words.turned(n) for n in named):
                    yield key, str(entry.named)
                    break


def _leave_players_aside(words: Text) -> None:
    """Where it makes no difference how many play, their number is understood all the same."""
    players = words.named(words.lexicon.phrases["n"])
    together = set[str]().union(*(each for key, each in words.lexicon.words.items() if key.startswith("n.")))
    for place in {*range(len(words.all))} - words.used:
        beside = players & {place - 1, place + 1}
        if words.says(place, together) or (words.all[place].isdecimal() and beside):
            words.said |= {place, *beside}


def _row_of(entry: AskField) -> str:
    """The number of the row for which a field of several stands: "row 1"; empty where it stands for none."""
    return next(filter(str.isdecimal, tokens(entry.label)), "") if entry.kind == "once" else ""


@functools.lru_cache(8192)
def _names_of(lexicon: Lexicon, question: str, key: str, value: str, text: str, spoken: bool) -> Sequence[Phrase]:
    """Everything that names an option of a field in a text."""
    said, label = lexicon.phrases, tokens(text)
    own = f"{question}.{key}.{value}"
    if not spoken and own not in said:
        return ()
    phrases = said.get(own) or said.get(f"{key}.{value}") or (label[: _LONGEST + 1],)
    # A bare number says nothing by itself, and nobody types a whole sentence.
    return [one for one in phrases if (one != label or len(label) <= _LONGEST) and not all(map(str.isdecimal, one))]


def _mentions(question: QuickQuestion, entry: AskField, words: Text) -> list[tuple[range, str]]:
    """Where options of a field are named, and the value: as they stand in the text."""
    mentions = []
    others = words.lexicon.words["d.other"]
    for option in entry.options:
        for phrase in _names_of(words.lexicon, question.id, entry.key, option.value, option.text, entry.spoken):
            mentions += [(run, option.value, phrase) for run in words.at(phrase)]
    free = [
        (run, value)
        for run, value, phrase in mentions
        if _free(run, words)
        and not words.turned(run.start)
        # 2달러씩 is said where it is written so, and not by every 2달러.
        and (phrase[-1].isascii() or not phrase[0].isdecimal() or words.all[run.stop - 1].startswith(phrase[-1]))
        # "2 dollars short" is no "2 dollars less", though the search takes one for the other.
        and not any(words.all[n] not in phrase and words.says(n, others) for n in run)
    ]

    def order(one: tuple[range, str]) -> tuple[bool, bool, int, int]:
        # "Green hand on E-1, from E to F": where from says more than where.
        run, stands = one[0], bool(entry.parts)
        elsewhere = stands and not words.beside(run, words.lexicon.words["from"])
        return stands and not _led(run, "from", words), elsewhere, run.start, -run.stop

    return sorted(free, key=order)


def _free(run: range, words: Text) -> bool:
    """Whether words are a name that filled nothing yet; in 홍수 2개 the number is none of it."""
    counts = words.all[run.stop - 1].isdecimal() and words.ends_with(run.stop, words.lexicon.endings["unit"])
    often = any(_times(n, words) for n in run)
    return not (counts or often) and words.used.isdisjoint(run)


def _goals(question: QuickQuestion, form: Form, words: Text) -> list[str]:
    """The choices that a text names; first the one that another takes the place of: "3a with 7a", "7a over 3a"."""
    choices: dict[int, tuple[range, str]] = {}
    for run, value in _goals_named(question, form, words):
        if _free(run, words):
            choices.setdefault(run.start, (run, value))
    before, after = words.named(words.lexicon.phrases["instead-before"]), words.lexicon.words["instead-after"]
    stands = words.named(words.lexicon.phrases["from"])

    def led(run: range, by: set[int]) -> set[int]:
        before = range(run.start - 1, -1, -1)
        return by & {*takewhile(lambda n: n in by or (words.is_small(n) and n not in words.used), before)}

    def instead(run: range) -> bool:
        follow = (range(run.stop, place) for place in choices if place > run.stop)
        by = words.means(run.stop, after) and any(not any(map(words.ends, between)) for between in follow)
        return by or bool(led(run, before))

    def order(one: tuple[range, str]) -> tuple[bool, bool, int]:
        run, _ = one
        first = instead(run) if question.instead_of else _led(run, "to", words)
        return not first, not replaced and bool(led(run, stands)), run.start  # "I stand on 4a and build 6b."

    # Where somebody comes from is no choice; "à la place de 3a" says what another takes the place of.
    meant = [one for one in choices.values() if question.instead_of or not _led(one[0], "from", words)]
    # Of two that somebody thinks of, none takes the place of the other: "5a or 6a".
    replaced = question.instead_of and any(instead(run) or _led(run, "to", words) for run, _ in meant)
    meant = sorted(meant, key=order)[: 2 if replaced else 1]
    # Nor is it dropped: what was named beside the choice is said to be left over.
    values = {value for _, value in meant}
    words.apart = {n for run, value in choices.values() if value not in values for n in run}
    for run, _ in meant:
        words.used |= {*run}
        words.said |= led(run, before) | ({run.stop} if words.means(run.stop, after) else set())
    return [value for _, value in meant]
