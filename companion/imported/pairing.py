"""Which of our sections tells the same as one of an imported rulebook: our own search answers it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.book.search.words import MAX_QUERY_LENGTH
from companion.imported.reading import ImportedSection

if TYPE_CHECKING:
    from companion.book.search.index import Index

_SENTENCES, _HITS = 16, 8
"""As many sentences are looked for, as many sections of ours are taken of each."""
_TITLE = 0.5
"""What the title counts beside all that stands below it."""
_LIKELY = 1.0
"""What counts less is about something else."""
_SIGNS = re.compile(r"[*_`|#>]+|\\(?=\W)")
_END = re.compile(r"(?<=[.!?:])\s+|\n+")


def pairs(sections: Mapping[str, ImportedSection], index: Index) -> Mapping[str, str]:
    """Section of an imported rulebook -> section of ours, where one tells the same."""
    found = {name: _pair(section, index) for name, section in sections.items()}
    return {name: ours for name, ours in found.items() if ours}


def _pair(section: ImportedSection, index: Index) -> str:
    sentences = [one.strip() for one in _END.split(_SIGNS.sub(" ", section.text)) if len(one.split()) > 1]
    asked = [(section.title, _TITLE), *((one, 1 / min(len(sentences), _SENTENCES)) for one in sentences[:_SENTENCES])]
    scores: dict[str, float] = {}
    for query, weight in asked:
        for hit in index.search(query[:MAX_QUERY_LENGTH], limit=_HITS):
            scores[hit.section.id] = scores.get(hit.section.id, 0.0) + weight * hit.score
    best = max(scores, key=scores.__getitem__, default="")
    return best if scores.get(best, 0.0) >= _LIKELY else ""
