"""The style of pictures: GitHub's colours of text, borders and accents, in light and in dark mode."""

FONT = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace'
ACTIVE = ("fill: #0969da", "fill: #58a6ff")
WOKEN = ("fill: #d15704", "fill: #f0883e")
IDLE = ("fill: #eaeef2", "fill: #21262d")
FAINT = ("fill: #59636e", "fill: #9198a1")


def style(**classes):
    """The CSS of classes, name=(LIGHT, DARK); DARK is None if dark mode changes nothing. `_` in a name becomes `-`."""
    classes = {"page": ("fill: #ffffff; stroke: #d1d9e0", "fill: #0d1117; stroke: #3d444d"), **classes, "faint": FAINT}
    names = {name: name.replace("_", "-") for name in classes}
    light = [f".{names[name]} {{ {css} }}" for name, (css, _) in classes.items()]
    dark = [f"  .{names[name]} {{ {css} }}" for name, (_, css) in classes.items() if css]
    return "\n".join(
        [
            "",
            f"text {{ font: 12px {FONT}; fill: #1f2328 }}",
            *light,
            "@media (prefers-color-scheme: dark) {",
            "  text { fill: #f0f6fc }",
            *dark,
            "}",
            "",
        ]
    )
