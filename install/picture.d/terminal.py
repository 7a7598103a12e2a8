"""A terminal for one screen's worth of output: what a program wrote, as lines of styled cells."""

import re

TOKEN = re.compile(r"\x1b\[([0-9;?]*)([@-~])|\x1b[@-Z\\-_]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|(.)", re.S)
COLOURS = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]


class Style:
    """Colour name (or None), bold and dim, of a cell."""

    def __init__(self, colour=None, bold=False, dim=False):
        self.colour, self.bold, self.dim = colour, bold, dim

    def key(self):
        return self.colour, self.bold, self.dim

    def changed_by(self, codes):
        colour, bold, dim = self.key()
        for code in codes:
            if code == 0:
                colour, bold, dim = None, False, False
            elif code == 1:
                bold = True
            elif code == 2:
                dim = True
            elif code == 22:
                bold = dim = False
            elif 30 <= code <= 37 or 90 <= code <= 97:
                colour = COLOURS[code % 10]
            elif code == 39:
                colour = None
        return Style(colour, bold, dim)


class Terminal:
    """Takes text with control sequences; knows lines, CR, backspace, erasing and colours."""

    def __init__(self, columns):
        self.columns, self.lines, self.column, self.style = columns, [[]], 0, Style()

    def put(self, character):
        if self.column == self.columns:
            self.lines.append([])
            self.column = 0
        line = self.lines[-1]
        while len(line) <= self.column:
            line.append((" ", Style()))
        line[self.column] = (character, self.style)
        self.column += 1

    def write(self, text):
        for match in TOKEN.finditer(text):
            arguments, command, character = match.groups()
            if command == "m":
                codes = [int(code or 0) for code in (arguments or "0").split(";") if code.isdigit()
                         or code == ""]
                self.style = self.style.changed_by(codes)
            elif command == "K":
                line = self.lines[-1]
                if arguments == "2":
                    line.clear()
                else:
                    del line[self.column:]
            elif command == "G":
                self.column = max(int(arguments or 1) - 1, 0)
            elif character == "\n":
                self.lines.append([])
                self.column = 0
            elif character == "\r":
                self.column = 0
            elif character == "\b":
                self.column = max(self.column - 1, 0)
            elif character == "\t":
                for _ in range(8 - self.column % 8):
                    self.put(" ")
            elif character and character >= " ":
                self.put(character)

    def runs(self):
        """For each line its runs of one style: (column, text, style)."""
        for line in self.lines:
            runs = []
            for column, (character, style) in enumerate(line):
                if runs and runs[-1][2].key() == style.key():
                    runs[-1] = (runs[-1][0], runs[-1][1] + character, style)
                else:
                    runs.append((column, character, style))
            yield [run for run in runs if run[1].strip()]
