"""Words that go with a value in front of them: Korean particles as one says them, forms for one and for several."""

import re

import pytest
from companion import i18n
from companion.i18n import filled, joined
from companion.i18n.forms import Noun
from companion.languages.ko import final_sound
from markupsafe import Markup

from tests.conftest import every


@every(
    ("value", "told"),
    [
        ("건물", "건물은 “건물”이 건물을 건물과 건물로 건물이라고"),
        ("토큰", "토큰은 “토큰”이 토큰을 토큰과 토큰으로 토큰이라고"),
        ("크리올로", "크리올로는 “크리올로”가 크리올로를 크리올로와 크리올로로 크리올로라고"),
        ("카드(3점)", "카드(3점)는 “카드(3점)”가 카드(3점)를 카드(3점)와 카드(3점)로 카드(3점)라고"),
        (5, "5는 “5”가 5를 5와 5로 5라고"),
        (0, "0은 “0”이 0을 0과 0으로 0이라고"),
        (8, "8은 “8”이 8을 8과 8로 8이라고"),
        (13, "13은 “13”이 13을 13과 13으로 13이라고"),
        ("2a", "2a는 “2a”가 2a를 2a와 2a로 2a라고"),
        ("칸 A-1", "칸 A-1은 “칸 A-1”이 칸 A-1을 칸 A-1과 칸 A-1로 칸 A-1이라고"),
        ("F", "F는 “F”가 F를 F와 F로 F라고"),
        ("Ben", "Ben은 “Ben”이 Ben을 Ben과 Ben으로 Ben이라고"),
        # How that ends nobody can tell.
        ("🐄", "🐄은(는) “🐄”이(가) 🐄을(를) 🐄과(와) 🐄(으)로 🐄(이)라고"),
    ],
)
def test_particles(value: object, told: str) -> None:
    text = "%(x)s은(는) “%(x)s”이(가) %(x)s을(를) %(x)s과(와) %(x)s(으)로 %(x)s(이)라고"
    assert filled(text, {"x": value}, "ko") == told


@every(
    ("text", "sound"),
    [
        *(("역", "ㅇ"), ("칠", "ㄹ"), ("차", ""), ("40", "ㅇ"), ("L", "ㄹ"), ("N", "ㅇ"), ("W", "")),
        *(("Paul", "ㄹ"), ("Jack", "ㅇ"), ("Matt", "ㅇ"), ("Mark", ""), ("Peter", ""), ("Anna", ""), ("", None)),
    ],
)
def test_final_sounds(text: str, sound: str | None) -> None:
    assert final_sound(text) == sound


@pytest.mark.parametrize(
    ("have", "told"),
    [
        (0, "0 cards are left; 5 tiles are there."),
        (1, "1 card is left; 5 tiles are there."),
        (2, "2 cards are left; 5 tiles are there."),
    ],
)
def test_one_and_several(have: int, told: str) -> None:
    text = "%(have)s [card|cards] [is|are] left; %(most)s [tile|tiles] [is|are] there."
    assert filled(text, {"have": have, "most": 5}, "en") == told


@every(
    ("language", "text", "said"),
    [
        ("en", "%(n)s [card|cards]", ["0 cards", "1 card", "2 cards", "5 cards"]),
        ("fr", "%(n)s [carte|cartes]", ["0 carte", "1 carte", "2 cartes", "5 cartes"]),
        ("de", "%(n)s [Karte|Karten]", ["0 Karten", "1 Karte", "2 Karten", "5 Karten"]),
        ("pl", "%(n)s [kowboj|kowboje|kowbojów]", ["0 kowbojów", "1 kowboj", "2 kowboje", "5 kowbojów"]),
        ("en", "[%(n)s card|up to %(n)s cards]", ["up to 0 cards", "1 card", "up to 2 cards", "up to 5 cards"]),
        # Two texts tell one from several where the language itself does not.
        (
            "ko",
            "[카드 %(n)s장을|카드를 %(n)s장까지]",
            ["카드를 0장까지", "카드 1장을", "카드를 2장까지", "카드를 5장까지"],
        ),
    ],
)
def test_texts_by_the_classes_of_a_language(language: str, text: str, said: list[str]) -> None:
    assert [filled(text, {"n": n}, language) for n in (0, 1, 2, 5)] == said


_COWBOY = Noun({"one": "Cowboy", "more": "Cowboys", "g": "m"})
_BANDIT = Noun({"one": "Bandit", "more": "Banditen", "acc": "Banditen", "dat": "Banditen", "gen": "Banditen", "g": "m"})
_BUILDER = Noun({"one": "Handwerker", "g": "m"})
_CARD = Noun({"one": "Rinderkarte", "more": "Rinderkarten", "g": "f"})
_FLOOD = Noun({"one": "Überschwemmung", "more": "Überschwemmungen", "g": "f"})
_SPACE = Noun({"one": "Feld", "more": "Felder", "gen": "Feldes", "g": "n"})
_TILE = Noun({"one": "Plättchen", "g": "n"})
_STATION = Noun({"one": "Bahnhof", "more": "Bahnhöfe", "gen": "Bahnhofs", "g": "m"})
_CITY = Noun({"one": "Stadt", "more": "Städte", "g": "f"})
_DOLLARS = Noun({"one": "Dollar", "g": "more"})
_KANSAS_CITY = Noun({"one": "Kansas City", "auf": "in Kansas City", "nach": "nach Kansas City"})
_CHICAGO = "Chicago"


@every(
    ("text", "names", "said"),
    [
        ("Setze %(x:den)s ein.", _COWBOY, "Setze den Cowboy ein."),
        ("Nimm %(x:den)s vom Weg.", _BANDIT, "Nimm den Banditen vom Weg."),
        ("Du kannst %(x:keinen)s bauen.", _BUILDER, "Du kannst keinen Handwerker bauen."),
        ("Lege %(x:einen)s ab.", _CARD, "Lege eine Rinderkarte ab."),
        ("Da liegt %(x:kein)s mehr.", _FLOOD, "Da liegt keine Überschwemmung mehr."),
        ("Auf %(x:dem)s steht nichts.", _SPACE, "Auf dem Feld steht nichts."),
        ("Der Preis %(x:des)s fehlt.", _SPACE, "Der Preis des Feldes fehlt."),
        ("Der Wert %(x:des)s ist 2.", _TILE, "Der Wert des Plättchens ist 2."),
        ("Mit %(x:einem)s geht es.", _STATION, "Mit einem Bahnhof geht es."),
        ("Alle Scheiben liegen auf %(x:dem-more)s.", _STATION, "Alle Scheiben liegen auf den Bahnhöfen."),
        ("Für %(x:den-more)s zählt das nicht.", _CITY, "Für die Städte zählt das nicht."),
        ("%(x:kein)s zählt.", _CITY, "keine Stadt zählt."),
        ("Das ist %(x:dein)s.", _COWBOY, "Das ist dein Cowboy."),
        ("Das sind %(x:dein)s.", _DOLLARS, "Das sind deine Dollar."),
        ("Er steht %(x:auf)s.", _SPACE, "Er steht auf dem Feld."),
        ("Zieh %(x:nach)s.", _CARD, "Zieh auf die Rinderkarte."),
        ("Zieh %(x:nach)s.", _KANSAS_CITY, "Zieh nach Kansas City."),
        ("Nimm %(x:vom)s.", _SPACE, "Nimm vom Feld."),
        ("Geh %(x:zum)s.", _CITY, "Geh zur Stadt."),
        ("Sie hält %(x:beim)s.", _CITY, "Sie hält bei der Stadt."),
        ("Sie geht %(x:vom)s weg.", _CHICAGO, "Sie geht von Chicago weg."),
        # What has no gender is a name of its own, or somebody's.
        ("Nach %(x:dem)s liefern.", _CHICAGO, "Nach Chicago liefern."),
    ],
)
def test_german_names_in_messages(text: str, names: str, said: str) -> None:
    assert filled(text, {"x": names}, "de") == said


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (0, "0 Handwerker: mit 0 Handwerkern"),
        (1, "1 Handwerker: mit 1 Handwerker"),
        (2, "2 Handwerker: mit 2 Handwerkern"),
        (5, "5 Handwerker: mit 5 Handwerkern"),
    ],
)
def test_german_numbers_of_things(n: int, said: str) -> None:
    assert filled("%(n)s %(x:n)s: mit %(n)s %(x:n-dem)s", {"n": n, "x": _BUILDER}, "de") == said


_FRENCH = {
    "cowboy": Noun({"one": "cowboy", "more": "cowboys", "g": "m"}),
    "artisan": Noun({"one": "artisan", "more": "artisans", "g": "m"}),
    "ingénieur": Noun({"one": "ingénieur", "more": "ingénieurs", "g": "m"}),
    "carte": Noun({"one": "carte bétail", "more": "cartes bétail", "g": "f"}),
    "inondation": Noun({"one": "inondation", "more": "inondations", "g": "f"}),
    "éboulement": Noun({"one": "éboulement", "more": "éboulements", "g": "m"}),
    "gare": Noun({"one": "gare", "more": "gares", "g": "f"}),
    "hors-la-loi": Noun({"one": "hors-la-loi", "g": "m", "h": "aspiré"}),
    "bâtiment": Noun({"one": "bâtiment", "more": "bâtiments", "g": "m"}),
    "objectif": Noun({"one": "objectif", "more": "objectifs", "g": "m"}),
    "dollars": Noun({"one": "dollars", "g": "more"}),
    "Kansas City": Noun({"one": "Kansas City", "sur": "à Kansas City"}),
    "Anna": "Anna",
    "Bob": "Bob",
}


@every(
    ("text", "name", "said"),
    [
        ("Placez %(x:le)s.", "cowboy", "Placez le cowboy."),
        ("Placez %(x:le)s.", "artisan", "Placez l’artisan."),
        ("Prenez %(x:un)s.", "carte", "Prenez une carte bétail."),
        ("Le coût %(x:du)s.", "ingénieur", "Le coût de l’ingénieur."),
        ("Le coût %(x:du)s.", "bâtiment", "Le coût du bâtiment."),
        ("La place %(x:du)s.", "gare", "La place de la gare."),
        ("Pas %(x:de)s ici.", "inondation", "Pas d’inondation ici."),
        ("Pas %(x:de)s ici.", "hors-la-loi", "Pas de hors-la-loi ici."),
        ("Passez %(x:au)s.", "éboulement", "Passez à l’éboulement."),
        ("Passez %(x:au)s.", "gare", "Passez à la gare."),
        ("%(x:ce)s ne compte pas.", "objectif", "cet objectif ne compte pas."),
        ("%(x:ce)s ne compte pas.", "carte", "cette carte bétail ne compte pas."),
        ("Placez %(x:les)s.", "gare", "Placez les gares."),
        ("Ce sont %(x:votre)s.", "dollars", "Ce sont vos dollars."),
        ("C’est %(x:votre)s.", "gare", "C’est votre gare."),
        ("Il n’y a %(x:aucun)s.", "carte", "Il n’y a aucune carte bétail."),
        ("Combien %(x:de-more)s ?", "artisan", "Combien d’artisans ?"),
        ("Elle est %(x:sur)s.", "éboulement", "Elle est sur l’éboulement."),
        ("Elle va %(x:sur)s.", "Kansas City", "Elle va à Kansas City."),
        ("Elle va %(x:du)s %(x:jusque)s.", "bâtiment", "Elle va du bâtiment jusqu’au bâtiment."),
        ("Elle va %(x:du)s %(x:jusque)s.", "Kansas City", "Elle va de Kansas City jusqu’à Kansas City."),
        ("C’est au tour %(x:de)s.", "Anna", "C’est au tour d’Anna."),
        ("C’est au tour %(x:de)s.", "Bob", "C’est au tour de Bob."),
    ],
)
def test_french_names_in_messages(text: str, name: str, said: str) -> None:
    assert filled(text, {"x": _FRENCH[name]}, "fr") == said


@pytest.mark.parametrize(("n", "said"), [(0, "0 gare"), (1, "1 gare"), (2, "2 gares"), (5, "5 gares")])
def test_french_numbers_of_things(n: int, said: str) -> None:
    assert filled("%(n)s %(x:n)s", {"n": n, "x": _FRENCH["gare"]}, "fr") == said


_SPANISH = {
    "vaquero": Noun({"one": "vaquero", "g": "m"}),
    "constructor": Noun({"one": "constructor", "g": "m"}),
    "carta": Noun({"one": "carta de ganado", "more": "cartas de ganado", "g": "f"}),
    "dólares": Noun({"one": "dólares", "g": "more"}),
    "fuera": Noun({"one": "borde", "g": "m", "en": "fuera del sendero"}),
    "Chicago": "Chicago",
}


@every(
    ("text", "name", "said"),
    [
        ("Coloca %(x:el)s.", "carta", "Coloca la carta de ganado."),
        ("Toma %(x:un)s.", "vaquero", "Toma un vaquero."),
        ("El coste %(x:del)s.", "vaquero", "El coste del vaquero."),
        ("El coste %(x:del)s.", "carta", "El coste de la carta de ganado."),
        ("Ve %(x:al)s.", "Chicago", "Ve a Chicago."),
        ("Está %(x:en)s.", "carta", "Está en la carta de ganado."),
        ("Está %(x:en)s.", "fuera", "Está fuera del sendero."),
        ("Va %(x:del)s %(x:hasta)s.", "Chicago", "Va de Chicago hasta Chicago."),
        ("No queda %(x:ningun)s.", "carta", "No queda ninguna carta de ganado."),
        ("Son %(x:tu)s.", "dólares", "Son tus dólares."),
        ("La fila %(x:de-los)s.", "constructor", "La fila de los constructores."),
        ("Mira %(x:los)s.", "carta", "Mira las cartas de ganado."),
    ],
)
def test_spanish_names_in_messages(text: str, name: str, said: str) -> None:
    assert filled(text, {"x": _SPANISH[name]}, "es") == said


@pytest.mark.parametrize(("n", "said"), [(0, "0 vaqueros"), (1, "1 vaquero"), (2, "2 vaqueros")])
def test_spanish_numbers_of_things(n: int, said: str) -> None:
    assert filled("%(n)s %(x:n)s", {"n": n, "x": _SPANISH["vaquero"]}, "es") == said


@pytest.mark.parametrize(
    ("one", "other", "said"),
    [
        ("Ana", "Iris", "Ana e Iris"),
        ("Ana", "Hilda", "Ana e Hilda"),
        ("Ana", "Hielo", "Ana y Hielo"),
        ("Ana", "Yago", "Ana y Yago"),
        ("Ana", Noun({"one": "impresión", "el": "la impresión"}), "Ana e impresión"),
    ],
)
def test_spanish_and(one: str, other: str, said: str) -> None:
    assert filled("%(one)s y %(other)s", {"one": one, "other": other}, "es") == said
    assert joined(" y ", [one, other], "es") == said


@pytest.mark.parametrize(
    ("numbers", "said"),
    [((7, 8), "7 u 8"), ((10, 11), "10 u 11"), ((79, 80), "79 u 80"), ((8, 9), "8 o 9"), ((100, 110), "100 o 110")],
)
def test_spanish_or(numbers: tuple[int, int], said: str) -> None:
    assert filled("%(one)s o %(other)s", dict(zip(("one", "other"), numbers, strict=True)), "es") == said
    assert joined(" o ", map(str, numbers), "es") == said


def test_a_number_inside_goes_before_one_in_front() -> None:
    text = "Bag %(bag)s: there [is %(n)s tile|are %(n)s tiles], [one|several]"
    assert filled(text, {"bag": 2, "n": 1}, "en") == "Bag 2: there is 1 tile, one"
    assert filled(text, {"bag": 1, "n": 2}, "en") == "Bag 1: there are 2 tiles, several"


def test_english_names_in_messages() -> None:
    worker = Noun({"one": "engineer", "more": "engineers", "name": "Engineers"})
    assert filled("%(x)s: hire %(x:a)s", {"x": worker}, "en") == "Engineers: hire an engineer"
    assert [filled("%(n)s %(x:n)s [is|are]", {"n": n, "x": worker}, "en") for n in (0, 1, 2)] == [
        "0 engineers are",
        "1 engineer is",
        "2 engineers are",
    ]


def test_what_somebody_typed_stays_as_it_is() -> None:
    typed = "은(는) [one|more] %(x)s"
    assert filled("“%(x)s”은(는) 100%%", {"x": typed}, "ko") == f"“{typed}”는 100%"
    page = filled(Markup("<b>%(name)s</b>: %(name)s을(를)"), {"name": "<Kim>"}, "ko")
    assert page == Markup("<b>&lt;Kim&gt;</b>: &lt;Kim&gt;을")
    assert filled(Markup("%(link)s이(가)"), {"link": Markup("<a>규칙</a>")}, "ko") == Markup("<a>규칙</a>이")


def test_no_korean_text_guesses_a_particle() -> None:
    """Behind a value both forms are written."""
    guessed = re.compile(r"%\(\w+\)[sd][”’\"')]*(?:이라[는고]|으로|[은는이가을를과와로])(?![가-힣(])")
    messages = [message.string for message in i18n.read_catalog("ko") if message.id]
    texts = [text for told in messages for text in (told if isinstance(told, list | tuple) else [told])]
    assert [text for text in (*texts, *i18n.all_names("ko").values()) if guessed.search(text)] == []
