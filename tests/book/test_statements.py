"""What the texts once said wrongly stays out of them: exceptions are named where the rule is, words mean one thing."""

import re

import pytest
from companion import i18n
from companion.reference.library import Reference

from tests.conftest import ROOT, every

# section, the exception that it must name: a section it links to, or a figure it tells
EXCEPTIONS = [
    ("scoring/overview", "rails/station-masters"),  # exchange tokens that are left over
    ("cards/exchange-tokens", "rails/station-masters"),
    ("cattle/cards", "rails/town-tiles"),  # cards that are out of the game
    ("first-edition/set-up", "players:4"),  # the sides of the player count tile
    ("solo/garth-scoring", "solo.garth.san-francisco.vp"),
    ("solo/garth-scoring", "solo/open#garth"),
    ("solo/open", "solo.garth.san-francisco.vp"),
]


@every(("section", "exception"), EXCEPTIONS)
def test_an_exception_is_named_where_the_rule_is(reference: Reference, section: str, exception: str) -> None:
    for book in reference.books.values():
        page = book.sections[section].page
        assert exception in [*page.links, *page.figures], book.language


# language, what no visible text says, why
NEVER = [
    ("en", r"unused ones score nothing\.|left over are worth nothing\.", "one station master scores them"),
    ("en", r"played one must be done", "it must be scored; failing is allowed"),
    ("ko", r"사용했다면 이루어야", "it must be scored; failing is allowed"),
    ("en", r"it holds up to", "the market is filled up to a number; cowboys may exceed it"),
    ("en", r"whether you deliver or upgrade", "an upgrade may be left"),
    ("ko", r"기차역을 방문할 때든 그래도", "an upgrade may be left"),
    ("en", r"beside the board before", "herders wait beside the player board"),
    ("ko", r"게임판 옆 첫 차례", "herders wait beside the player board"),
    ("en", r"[Ff]or each hand that you enter or pass\.", "own buildings' hands are free"),
    ("ko", r"인증을 \d+ 올리", "the marker moves down"),
    ("ko", r"특기|일꾼 줄|인쇄된 일꾼", "전문 타일, 행, 그려진: the rulebook's words"),
    ("ko", r"손을 (모두 )?버", "cards are discarded, not hands"),
    ("en", r"first action of this location is used, and", "none of the new building's actions, not the first"),
    ("ko", r"첫 번째 행동은 이미 했고", "none of the new building's actions, not the first"),
    ("en", r"Only Kansas City and New York can be", "the first edition and Rails to the North have other cities"),
    ("ko", r"도시는 캔자스시티와 뉴욕뿐", "the first edition and Rails to the North have other cities"),
]


# language, what no visible text says because nobody says it at a table or because another word is the one word for
# the thing, and what is said instead
ONE_WORD = [
    ("en", r"\b(is|are) told\b|\btold (under|in)\b", "a plain link: see ..."),
    ("en", r"\b[Ll]ikewise\b", "the same"),
    ("en", r"\banew\b", "again"),
    ("en", r"\bdearer\b", "costs more"),
    ("en", r"\bthe own\b", "your own, their own"),
    ("en", r"\ba rest of\b|\b[Tt]he rest (goes|go)\b", "the others, leftover"),
    ("en", r"\bplays? no part\b", "does not matter"),
    ("en", r"\bleap(s|t)?\b", "jump over"),
    ("en", r"[Rr]ulings of ours", "our rulings"),
    ("en", r"\bdoubled form\b", "double form"),
    ("en", r"\b(each|one|same) type\b", "breed"),
    ("en", r"grown Simmental", "cow"),
    ("en", r"\bdollars? a builder\b", "per builder"),
    ("en", r"\bbuilding next door\b", "adjacent building"),
    ("ko", r"우리의 해석|우리는 .{0,20}봅니다", "이 앱의 해석"),
    ("ko", r"포지션", "상황"),
    ("ko", r"초판|인쇄판", "1판용 확장, 2판용 확장, 판본"),
    ("ko", r"빗금", "사선"),
    ("ko", r"하얀색", "흰색"),
    ("ko", r"이동 칸(?! 수 제한)|칸 수 제한 토큰", "이동 칸 수 제한 칸"),
    ("ko", r"출발점|출발 지점", "출발 칸"),
    ("ko", r"구입", "구매"),
    ("ko", r"위험 행동", "위험 보상 행동"),
    ("ko", r"(어두운|밝은) (칸|테두리)", "검은색, 흰색"),
    ("ko", r"인쇄된 (일꾼|행동)", "그려진"),
    ("ko", r"암소", "다 자란 소"),
    ("ko", r"칸을 (모두 )?치[우운웠움]|치운 칸", "discs are taken away (치우다), spaces get empty (비우다)"),
    ("ko", r"(?<!\()Garth", "가스, with Garth in brackets where a section names him first"),
    ("ko", r"알록달록|다투는 일|내 것인 장소", "words that a Korean player says"),
    ("en", r"\bdraw pile\b", "draw stack"),
    ("en", r"\b(your|Your|you have left your) board\b", "player board or game board"),
    ("en", r"\bdepicted\b", "shown"),
    ("en", r"\bis said to\b", "was entered"),
    ("en", r"\bnone is a must\b|\blapses\b|\bmedium sure\b", "mandatory, or never, not certain"),
    ("en", r"\b[Tt](ake|ook|aken) (it |that )?back\b", "undo"),
    ("en", r"[Pp]laying alone", "solo play"),
    ("en", r"Simmental cards? grows?\b|heifers grow\b", "upgraded"),
    ("ko", r"예측", "예전"),
    ("ko", r"점수판", "점수표"),
    ("ko", r"목표 영역", "개인 목표 구역"),
    ("ko", r"뽑(을|는) 더미", "개인 카드 더미"),
    ("ko", r"이동 경로", "길"),
    ("ko", r"원형 토큰 칸", "원형 칸"),
    ("ko", r"손패", "손, 손에 든 카드"),
    ("ko", r"현상금", "체포 보상"),
    ("ko", r"인증 마커", "인증 토큰"),
    ("ko", r"상황 검사", "상황 확인"),
    ("ko", r"참조표", "요약표"),
]


# What people type, in whatever words.
TYPED = {"said", "part-term", "operator"}


def visible(reference: Reference, language: str) -> dict[str, str]:
    """All that one reads: sections, glossary and disputes, names of things, and the messages of pages."""
    texts = {}
    for section in reference.books[language].sections.values():
        passages = [text for _, _, text in section.page.passages]
        examples = [str(example["title"]) for example in section.examples]
        remarks = [remark.html for remark in section.remarks if remark]
        texts[section.id] = " ".join([section.title, *passages, *examples, *remarks])
    texts |= {term.id: f"{term.term} {term.says}" for term in reference.glossaries[language].terms.values()}
    texts["disputes"] = (ROOT / "content" / language / "disputes.yaml").read_text(encoding="utf-8")
    texts |= {
        f"{context}.{key}": text for (context, key), text in i18n.all_names(language).items() if context not in TYPED
    }
    for message in i18n.read_catalog("ko"):  # English messages are their ids, which every catalogue has
        texts[f"message {message.id}"] = f"{message.id if language == 'en' else message.string}"
    return {name: " ".join(text.split()) for name, text in texts.items()}


@pytest.fixture(scope="module")
def texts(reference: Reference) -> dict[str, dict[str, str]]:
    """All that one reads, by language."""
    return {language: visible(reference, language) for language in ("en", "ko")}


@every(("language", "said", "why"), NEVER, ids=[said for _, said, _ in NEVER])
def test_what_was_wrong_is_not_said_again(texts: dict[str, dict[str, str]], language: str, said: str, why: str) -> None:
    assert not {name for name, text in texts[language].items() if re.search(said, text)}, why


@every(("language", "said", "instead"), ONE_WORD, ids=[said for _, said, _ in ONE_WORD])
def test_one_word_for_one_thing(texts: dict[str, dict[str, str]], language: str, said: str, instead: str) -> None:
    assert not {name for name, text in texts[language].items() if re.search(said, text)}, instead


def test_particles_go_with_the_syllable_before(reference: Reference, texts: dict[str, dict[str, str]]) -> None:
    """Behind every Korean term of the glossary: 토큰이, 기차가."""
    text = " ".join(texts["ko"].values())
    for term in reference.glossaries["ko"].terms.values():
        closed = (ord(term.term[-1]) - ord("가")) % 28 > 0
        wrong = "를|는|가|와" if closed else "을|은|이|과"
        assert not re.findall(rf"{re.escape(term.term)}(?:{wrong})\b(?!\()", text), term.term


def test_one_dollar_is_no_dollars(reference: Reference, texts: dict[str, dict[str, str]]) -> None:
    """Where a figure is one, the English text beside it says one thing."""
    told = {name: text for name, text in texts["en"].items() if name in reference.books["en"].sections}
    one = re.compile(
        r"(?<![-−.\d])\b1 (dollar|card|space|certificate|point|worker|builder|branchlet|tile|token|step)s\b"
    )
    assert [name for name, text in told.items() if one.search(text)] == []


def test_the_check_has_one_heading_at_the_end(reference: Reference) -> None:
    """What only the position check needs lies folded at the end of a section, under the same id everywhere."""
    folded = 0
    for book in reference.books.values():
        for section in book.sections.values():
            source = section.file.read_text(encoding="utf-8").split("\n---\n", 1)[1]
            headings = re.findall(r"^## .*\{#(\S+?)( \.fold)?\}$", source, re.MULTILINE)
            marked = [name for name, fold in headings if fold or name == "for-the-position-check"]
            assert marked in ([], ["for-the-position-check"]), section.file
            if marked:
                folded += 1
                assert headings[-1] == ("for-the-position-check", " .fold"), section.file
    assert folded >= 20


def test_a_green_arrow_is_explained_in_both_places(reference: Reference) -> None:
    """On the board it joins cities, at the job market it leads the token out."""
    for language, words in {"en": ("cities", "job market"), "ko": ("도시", "인력 시장")}.items():
        says = reference.glossaries[language].terms["green-arrow"].says
        assert all(word in says for word in words), says
