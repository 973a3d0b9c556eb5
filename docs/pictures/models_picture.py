"""Draws who is active at each line of a source: a row per line, a column per lane."""

from xml.sax.saxutils import escape

from style import ACTIVE, IDLE, WOKEN, style

CELL, ROW = 10, 18  # pixels: the width of a lane, the height of a line
LEFT, TEXT, STEPS, USED = 16, 420, 56, 64  # margin, and columns: the source, steps, lanes used
TITLE, FOOT = 44, 40
CHARACTERS = 56  # of a source line

STYLE = style(title=("font-weight: bold", None), idle=IDLE, active=ACTIVE, woken=WOKEN)


def label(x, y, text, attributes=""):
    return f'<text x="{x}" y="{y}" xml:space="preserve" {attributes}>{escape(text)}</text>'


def bars(counts, below, steps, top):
    """Of each lane a bar, as high as its share of the steps, on top of another one. One path."""
    full = ROW - 4
    path = ""
    for lane, (count, under) in enumerate(zip(counts, below)):
        if count:
            height, base = full * count / steps, top + full - full * under / steps
            path += f"M{LEFT + TEXT + lane * CELL} {base:.1f}v-{height:.1f}h{CELL - 1}v{height:.1f}z"
    return path


def line_of(point, top, lanes):
    text = point.text if len(point.text) <= CHARACTERS else point.text[: CHARACTERS - 1] + "…"
    right = LEFT + TEXT + lanes * CELL
    used = (sum(point.active) + sum(point.woken)) / (lanes * point.steps)
    yield label(LEFT, top + 12, text, 'class="faint"' if text.startswith("(") else "")
    yield f'<rect class="idle" x="{LEFT + TEXT}" y="{top}" width="{lanes * CELL - 1}" height="{ROW - 4}"/>'
    for kind, path in (
        ("active", bars(point.active, [0] * lanes, point.steps, top)),
        ("woken", bars(point.woken, point.active, point.steps, top)),
    ):
        if path:
            yield f'<path class="{kind}" d="{path}"/>'
    yield label(right + STEPS, top + 12, f"{point.steps:,}", 'text-anchor="end"')
    yield label(right + STEPS + USED, top + 12, f"{100 * used:.0f} %", 'text-anchor="end"')


def head(top, title, lanes):
    right = LEFT + TEXT + lanes * CELL
    yield label(LEFT, top + 18, title, 'class="title"')
    yield label(LEFT + TEXT, top + 36, "lane 0", 'class="faint"')
    yield label(right, top + 36, f"lane {lanes - 1}", 'class="faint" text-anchor="end"')
    yield label(right + STEPS, top + 36, "steps", 'class="faint" text-anchor="end"')
    yield label(right + STEPS + USED, top + 36, "used", 'class="faint" text-anchor="end"')


def legend(y, has_woken):
    x = LEFT
    kinds = [("active", "active"), ("woken", "woken by everywhere"), ("idle", "idle")]
    for kind, text in kinds if has_woken else [kinds[0], kinds[2]]:
        yield f'<rect class="{kind}" x="{x}" y="{y - 10}" width="14" height="11"/>'
        yield label(x + 20, y, text)
        x += 44 + 7.3 * len(text)
    yield label(x, y, "a bar's height: in how many of the line's steps", 'class="faint"')


def dedented(points):
    """The points, with the indentation that all of their lines have removed."""
    code = [p.text for p in points if not p.text.startswith(("#", "("))]
    common = min((len(text) - len(text.lstrip()) for text in code), default=0)
    return [p._replace(text=p.text[common:] if p.text in code else p.text) for p in points]


def draw(panels, lanes):
    """Of each panel its title, and for each program its name and its points."""
    width, y, parts = LEFT + TEXT + lanes * CELL + STEPS + USED + LEFT, 8, []
    has_woken = any(sum(p.woken) for _, programs in panels for _, points in programs for p in points)
    for title, programs in panels:
        parts += head(y, title, lanes)
        y += TITLE
        for name, points in programs:
            if name:
                parts.append(label(LEFT, y + 12, f"{name}:", 'class="faint"'))
                y += ROW
            for point in dedented(points):
                parts += line_of(point, y, lanes)
                y += ROW
        y += 12
    height = y + FOOT - 12
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">',
            f"<title>{escape(panels[0][0])}</title>",
            f"<style>{STYLE}</style>",
            f'<rect class="page" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="8"/>',
            *parts,
            *legend(height - 16, has_woken),
            "</svg>",
        ]
    ) + "\n"
