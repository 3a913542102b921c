"""Which language a text is in, by its script and its most frequent words."""

from __future__ import annotations

import re
from collections import Counter

_SCRIPTS = {
    "ko": ("가-힣", 0.1),
    "ja": ("\u3040-\u30ff", 0.1),
    "zh": ("\u4e00-\u9fff", 0.2),
    "ru": ("\u0400-\u04ff", 0.3),
    "el": ("\u0370-\u03ff", 0.3),
}
"""Letters of a script, and from which share of all letters on a text is in its language; in this order."""
_WORDS = {
    "en": "the and of to is you your",
    "de": "der die das und ist nicht",
    "fr": "le les des est vous et",
    "es": "el los las del que una",
    "it": "il gli che della sono nel",
    "nl": "het een van niet je zijn",
    "pt": "os da que não uma do",
    "pl": "się nie jest na do lub",
    "cs": "se je na nebo hráč ze",
}
_LOOKED_AT = 100_000


def recognised(text: str) -> tuple[str, str]:
    """The language of a text, and how it is known, in words."""
    text = text[:_LOOKED_AT].casefold()
    letters = len(re.findall(r"[^\W\d_]", text)) or 1
    for code, (script, share) in _SCRIPTS.items():
        if len(re.findall(f"[{script}]", text)) > share * letters:
            return code, "recognised by its letters"
    often = Counter(re.findall(r"[^\W\d_]+", text))
    counts = {code: sum(often[word] for word in words.split()) for code, words in _WORDS.items()}
    best = max(counts, key=counts.__getitem__)
    return (best, "recognised by its words") if counts[best] else ("en", "not recognised: --language tells it")
