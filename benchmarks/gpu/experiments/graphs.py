"""The edge loops of docs/reports/everywhere-on-gpu.md: measurements, table and plot."""

from side_by_side import svg
from side_by_side.tables import NONE, number, table

HUBS = [4, 16, 64, 256, 1024, 4096]
EDGES = 1 << 25
KINDS = {"search": "breadth-first search", "paths": "shortest paths"}
WAYS = {"thread": "by thread", "everywhere": "everywhere"}
CHECKED = [(kind, way, hub, 4000) for kind in KINDS for way in WAYS for hub in (4, 40, 300)]


def measurements() -> list[tuple[str, str, int, int]]:
    """Kind, way, edges of a hub, edges in total; measurements on the same graph are adjacent."""
    return [(kind, way, hub, EDGES) for hub in HUBS for kind in KINDS for way in WAYS]


def key(kind: str, way: str, hub: int, edges: int) -> str:
    return f"graph/{kind}/{way}/{hub}/{edges}"


def rate(record: dict | None) -> float | None:
    """Edges per second."""
    if not record or "seconds" not in record:
        return None
    return record["edges"] / record["seconds"][1]


def graphs_table(records: dict) -> str:
    head = ["edges of every fourth vertex"]
    for kind in KINDS.values():
        head += [f"{kind}, by thread", "everywhere", "×"]
    rows = []
    for hub in HUBS:
        cells = [f"{hub:,}"]
        for kind in KINDS:
            thread, warp = (rate(records.get(key(kind, way, hub, EDGES))) for way in WAYS)
            cells += [_billions(thread), _billions(warp), number(warp / thread) if warp and thread else NONE]
        rows.append(cells)
    return table(head, rows)


def _billions(value: float | None) -> str:
    return number(value / 1e9) if value else NONE


def plot(records: dict) -> str:
    series = []
    for kind, title in KINDS.items():
        for way, how in WAYS.items():
            points = [(hub, rate(records.get(key(kind, way, hub, EDGES)))) for hub in HUBS]
            points = [(x, y / 1e9) for x, y in points if y]
            if points:
                series.append(svg.Line(f"{title}, {how}", points))
    ticks = [(hub, f"{hub:,}") for hub in HUBS]
    return svg.lines("Edge loops", "edges of every fourth vertex", "billion edges per second", series, ticks)
