"""List entries that are ticked off.

    - [ ] Put the covering tile in. [Step limit](movement/step-limit)
      {#covering-tile data-for="2 3"}

becomes a check box with its text as the label; a link at the end stands beside it, not in it. The id is the
same in every language. `data-for` tells the numbers of players, `data-layer` the layer that an entry is for.
"""

from __future__ import annotations

from xml.etree import ElementTree

from markdown.treeprocessors import Treeprocessor

_BOX = "[ ]"


class CheckBoxes(Treeprocessor):
    """Turns entries that begin with `[ ]` into check boxes, and notes them in `checks`."""

    def __init__(self, checks: list[tuple[str, str, str]], problems: list[str]) -> None:
        super().__init__()
        self.checks, self.problems = checks, problems

    def run(self, root: ElementTree.Element) -> None:
        """Rewrite the tree in place."""
        for entry in root.iter("li"):
            text = entry.text or ""
            if text.startswith(_BOX):
                self._turn(entry, text.removeprefix(_BOX).lstrip())

    def _turn(self, entry: ElementTree.Element, text: str) -> None:
        name = entry.get("id", "")
        if not name:
            self.problems.append(f"the entry {text[:30]!r} has no id: write {{#...}} in a line below it")
        self.checks.append((name, entry.get("data-for", ""), entry.get("data-layer", "")))
        children = list(entry)
        link = None
        if children and children[-1].tag == "a" and not (children[-1].tail or "").strip():
            link = children.pop()
            link.tail = None
        for child in list(entry):
            entry.remove(child)
        entry.text = None
        entry.set("class", "check")
        label = ElementTree.SubElement(entry, "label")
        ElementTree.SubElement(label, "input", {"type": "checkbox", "name": name})
        words = ElementTree.SubElement(label, "span")
        words.text = text
        words.extend(children)
        if link is not None:
            link.set("class", "check-rule")
            entry.append(link)
