"""What stands in a picture, and how well it can be seen."""

from xml.etree import ElementTree


def parsed(markup: str) -> ElementTree.Element:
    return ElementTree.fromstring(markup)  # noqa: S314 (it is our own)


def texts(picture: ElementTree.Element) -> list[str]:
    """The letters of a picture, line by line."""
    return ["".join(text.itertext()) for text in picture.iter("text")]


def contrast(one: str, other: str) -> float:
    """How well two colours are told apart, as WCAG counts it: 1 not at all, 21 black and white."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    digits = colour.removeprefix("#")
    digits = "".join(letter * 2 for letter in digits) if len(digits) == 3 else digits
    channels = [int(digits[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
