"""A terminal's lines as an SVG picture of a window."""

from xml.sax.saxutils import escape

CELL, LINE, SIZE, MARGIN, BAR = 8.4, 19, 14, 16, 34
PALETTE = {
    "black": "#5c6370", "red": "#e06c75", "green": "#98c379", "yellow": "#e5c07b",
    "blue": "#61afef", "magenta": "#c678dd", "cyan": "#56b6c2", "white": "#dcdfe4", None: "#dcdfe4",
}


def picture(terminal, title, description):
    """The whole SVG text. Each run has its width given, so that any fixed-width font fits."""
    lines = list(terminal.runs())
    while lines and not lines[-1]:
        lines.pop()
    width = round(terminal.columns * CELL + 2 * MARGIN)
    height = BAR + len(lines) * LINE + MARGIN
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img">',
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(description)}</desc>",
        f'<rect width="{width}" height="{height}" rx="8" fill="#21252b"/>',
        *(f'<circle cx="{20 + 18 * index}" cy="17" r="5.5" fill="{colour}"/>'
          for index, colour in enumerate(("#e06c75", "#e5c07b", "#98c379"))),
        f'<g font-family="\'DejaVu Sans Mono\', \'Liberation Mono\', Menlo, Consolas, monospace" '
        f'font-size="{SIZE}" xml:space="preserve">',
    ]
    for number, runs in enumerate(lines):
        y = BAR + number * LINE + SIZE
        for column, text, style in runs:
            blank = len(text) - len(text.lstrip())
            text, column = text.strip(), column + blank
            weight = ' font-weight="bold"' if style.bold else ""
            opacity = ' opacity="0.65"' if style.dim else ""
            out.append(
                f'<text x="{MARGIN + column * CELL:.1f}" y="{y}" '
                f'textLength="{len(text) * CELL:.1f}" lengthAdjust="spacingAndGlyphs" '
                f'fill="{PALETTE[style.colour]}"{weight}{opacity}>{escape(text)}</text>')
    return "\n".join([*out, "</g>", "</svg>", ""])
