"""Plots as SVG: bars and lines on logarithmic axes, dark on white, so that they are readable on any page."""

import math
from dataclasses import dataclass
from html import escape

COLOURS = ("#1f5fa8", "#d1601f", "#2e8540", "#8b3fa0", "#767676", "#b3881d", "#1a8f99", "#a8324e")
FONT = 'font-family="sans-serif" font-size="13" fill="#222"'


def _text(x: float, y: float, text: str, anchor: str = "start", more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {FONT} {more}>{escape(text)}</text>'


def _document(width: float, height: float, title: str, parts: list[str]) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" role="img">'
    back = f'<rect width="{width:.0f}" height="{height:.0f}" fill="white"/>'
    heading = _text(width / 2, 22, title, "middle", 'font-weight="bold"')
    return "\n".join([head, f"<title>{escape(title)}</title>", back, heading, *parts, "</svg>"]) + "\n"


def _power(exponent: int) -> str:
    names = {-3: "0.001", -2: "0.01", -1: "0.1", 0: "1", 1: "10", 2: "100", 3: "1,000", 4: "10,000", 5: "100,000"}
    names |= {6: "1 million", 7: "10 million", 8: "100 million", 9: "1 billion", 10: "10 billion", 11: "100 billion"}
    return names.get(exponent, f"1e{exponent}")


@dataclass
class Scale:
    """A logarithmic axis from one power of ten to another, mapped to pixels."""

    values: list[float]
    start: float
    end: float

    def __post_init__(self) -> None:
        self.low = math.floor(math.log10(min(self.values)) + 1e-9)
        self.high = max(math.ceil(math.log10(max(self.values)) - 1e-9), self.low + 1)

    def at(self, value: float) -> float:
        return self.start + (math.log10(value) - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self) -> list[tuple[float, str]]:
        step = math.ceil((self.high - self.low) / 8)
        return [(self.at(10.0**e), _power(e)) for e in range(self.low, self.high + 1, step)]


def bars(title: str, axis: str, values: list[tuple[str, float, str]]) -> str:
    """A horizontal bar for each (name, value, label)."""
    left, width, top, row = 300, 930, 60, 28
    bottom = top + row * len(values)
    scale = Scale([value for _, value, _ in values] or [1.0], left, width - 130)
    parts = []
    for x, name in scale.ticks():
        parts.append(f'<line x1="{x:.1f}" y1="{top - 6}" x2="{x:.1f}" y2="{bottom}" stroke="#ddd"/>')
        parts.append(_text(x, bottom + 18, name, "middle"))
    for i, (name, value, label) in enumerate(values):
        y = top + row * i
        colour = COLOURS[0] if name.startswith("musimd") else COLOURS[4]
        length = max(scale.at(value) - left, 1.0)
        parts.append(_text(left - 8, y + 17, name, "end"))
        parts.append(f'<rect x="{left}" y="{y + 3}" width="{length:.1f}" height="{row - 8}" fill="{colour}"/>')
        parts.append(_text(left + length + 6, y + 17, label))
    parts.append(_text((left + width - 130) / 2, bottom + 40, axis, "middle"))
    return _document(width, bottom + 55, title, parts)


@dataclass
class Line:
    name: str
    points: list[tuple[float, float]]


def lines(title: str, x_axis: str, y_axis: str, series: list[Line], x_ticks: list[tuple[float, str]]) -> str:
    """A line per series; both axes are logarithmic."""
    left, right, top, bottom, width = 90, 660, 50, 400, 860
    x = Scale([p[0] for line in series for p in line.points] or [1.0], left, right)
    y = Scale([p[1] for line in series for p in line.points] or [1.0], bottom, top)
    parts = []
    for at, name in y.ticks():
        parts.append(f'<line x1="{left}" y1="{at:.1f}" x2="{right}" y2="{at:.1f}" stroke="#ddd"/>')
        parts.append(_text(left - 8, at + 4, name, "end"))
    for value, name in x_ticks:
        parts.append(_text(x.at(value), bottom + 20, name, "middle"))
    for i, line in enumerate(series):
        colour = COLOURS[i % len(COLOURS)]
        places = [(x.at(px), y.at(py)) for px, py in line.points]
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in places)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3" fill="{colour}"/>' for px, py in places]
        parts.append(f'<rect x="{right + 20}" y="{top + 24 * i}" width="14" height="14" fill="{colour}"/>')
        parts.append(_text(right + 40, top + 24 * i + 12, line.name))
    parts.append(_text((left + right) / 2, bottom + 45, x_axis, "middle"))
    parts.append(
        _text(24, (top + bottom) / 2, y_axis, "middle", f'transform="rotate(-90 24 {(top + bottom) / 2:.0f})"')
    )
    return _document(width, bottom + 60, title, parts)


def dots(title: str, axis: str, rows: list[str], series: list[tuple[str, list[float | None]]]) -> str:
    """A dot of each series per row, on one logarithmic axis, with a line at 1."""
    left, right, top, row, width = 230, 640, 60, 28, 860
    bottom = top + row * len(rows)
    values = [value for _, list_ in series for value in list_ if value]
    scale = Scale([*values, 1.0], left, right)
    parts = []
    for at, name in scale.ticks():
        colour = "#555" if name == "1" else "#ddd"
        parts.append(f'<line x1="{at:.1f}" y1="{top - 6}" x2="{at:.1f}" y2="{bottom}" stroke="{colour}"/>')
        parts.append(_text(at, bottom + 18, name, "middle"))
    for i, name in enumerate(rows):
        y = top + row * i + row / 2
        parts.append(_text(left - 8, y + 4, name, "end"))
        parts.append(f'<line x1="{left}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" stroke="#eee"/>')
        for k, (_, list_) in enumerate(series):
            if list_[i]:
                parts.append(
                    f'<circle cx="{scale.at(list_[i]):.1f}" cy="{y:.1f}" r="5" fill="{COLOURS[k % len(COLOURS)]}"/>'
                )
    for k, (name, _) in enumerate(series):
        parts.append(f'<circle cx="{right + 27}" cy="{top + 24 * k + 7}" r="5" fill="{COLOURS[k % len(COLOURS)]}"/>')
        parts.append(_text(right + 40, top + 24 * k + 12, name))
    parts.append(_text((left + right) / 2, bottom + 40, axis, "middle"))
    return _document(width, bottom + 55, title, parts)
