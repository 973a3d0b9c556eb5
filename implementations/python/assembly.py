"""The assembly of docs/interfaces.md. A rule registers the spellings of its instructions."""
import re

MAX_ADDRESS = 16_777_215
NAME, NUMBER = r"(?:[A-Za-z_]\w*)", r"(?:0[xX](?:[pP][-+]|[\w.])*|\d(?:[eE][-+]|[\w.])*)"
TOKEN = re.compile(rf"{NUMBER}|\.[a-z]+|{NAME}(?:\.\w+)*|←ᵃ|<<|>>|[<>=!]=|\S", re.A)
OPERAND = rf"(?:[-+] )?(?:{NUMBER}|{NAME})"
# The letters of a spelling: destination, branch variable, label, operand, address that is written,
# address that is read, operand in parentheses, operand without a sign.
KINDS = dict.fromkeys("DVL", NAME) | dict.fromkeys("OAR", OPERAND)
KINDS |= {"P": rf"\( {OPERAND} \)", "U": rf"(?:{NUMBER}|{NAME})"}
RESERVED = set("bz bnz branch_mask jump sync stop everywhere end_everywhere barrier shfl ballot "
               "atomic_inc min max tid wid warp_size _".split())
SPELLINGS, FINISHERS = {}, []


class InputError(Exception):
    """An error of the text."""


def lanes_are_bits(p, i):
    return p.threads <= p.width


def rule(*spellings, **flags):
    """Registers a rule of the instructions that are spelled so; the last spelling is tried first.
    In a spelling, <…> is the pattern of a word, which the instruction keeps."""

    def register(function):
        for text in spellings:
            words = [(w, KINDS.get(w) or (w[1:-1] if re.match("<.+>$", w) else None))
                     for w in text.split()]
            pattern = " ".join(f"({p})" if p else re.escape(w) for w, p in words) + "$"
            kinds = [w for w, p in words if p]
            entry = re.compile(pattern, re.A), kinds, [], flags
            SPELLINGS.setdefault(text, entry)[2].append(function)
        return function
    return register


class Instruction:

    def __init__(self, p, line, column, text):
        for pattern, kinds, self.rules, self.flags in reversed(SPELLINGS.values()):
            if match := pattern.match(text):
                break
        p.require(match, "unknown instruction", text)
        self.line, self.column, self.kinds, self.operands = line, column, kinds, []
        self.word = self.target = self.label = None
        for kind, text in zip(kinds, match.groups()):
            if kind == "L":
                self.label = p.require(p.labels.get(text), "unknown label", text)
            elif kind == "D":
                self.target = p.variable(text)
            elif kind in KINDS:
                p.require(kind != "V" or text not in p.constants, "not a variable", text)
                self.operands.append(p.operand(text))
            else:
                self.word = text
        check = self.flags.get("check")
        p.require(not check or check(p, self), "does not fit the word:", text)


class Program:
    """What a text says: directives, and instructions from 1."""

    def __init__(self, text, file):
        self.file, self.line, self.used, self.preloads = file, 0, set(), []
        self.threads, self.warps, self.active, self.limit = 32, 1, None, 10_000_000
        self.width, self.mode, self.registers, self.races = 64, "trap", "keep", "warp"
        self.order, self.seed, self.memory, self.buffers = "ascending", 0, {}, []
        self.labels, self.variables, self.instructions, self.names = {}, {}, [], {"tid", "wid"}
        self.constants, statements = {}, []
        for name, (directive, default) in SIZES.items():  # directives above it may use it
            size = re.search(rf"^[^;\n]*\{directive}\s+(\d+)", text, re.M)
            if size or default:
                self.constants[name] = (0, int(size[1]) if size else default)
        sizes = self.constants["warp_size"]
        self.require("\0" not in text, "a NUL")
        for self.line, tokens in self.lines(text):
            while re.match(rf"{NAME} :$", " ".join(t for t, _ in tokens[:2]), re.A):
                label = tokens[0][0]
                self.require(label not in RESERVED and label not in self.labels, "bad label", label)
                self.labels[label], tokens = len(statements) + 1, tokens[2:]
            words = [t for t, _ in tokens]
            if words and words[0][0] != ".":
                statements.append((self.line, tokens[0][1], " ".join(words)))
            elif words and words[0] not in (".expect", ".covers"):
                self.directive(*words)
        for finish in FINISHERS:
            finish(self)
        for self.line, address, words in self.preloads:
            self.memory.update(zip(range(address, address + len(words)), map(self.fit, words)))
        for n in (self.threads, self.warps) if self.mode == "trap" else ():
            self.fit(n - 1)
        used = re.search(r"^\s*\.[a-z][^;\n]*\bwarp_size\b", text, re.M)
        self.require(not used or sizes[1] == self.threads, "write .threads as a decimal number")
        self.constants["warp_size"], self.instructions = (0, self.threads), [None]
        for self.line, column, code in statements:
            self.instructions.append(Instruction(self, self.line, column, code))
        self.instructions.append(None)
        self.active = set(range(self.threads)) if self.active is None else self.active
        self.require(self.active and max(self.active) < self.threads, "bad threads", self.active)
        size = self.threads * self.warps * max(1, len(self.variables))
        self.require(size < 2**32, "too many variables in all threads:", size)

    def lines(self, text):
        for number, code in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
            yield number, [(t[0], t.start() + 1) for t in TOKEN.finditer(code.split(";")[0])]

    def require(self, condition, what, where=""):
        if not condition:
            raise InputError(f"{self.file}:{self.line}:1: error: {what} {where}\n")
        return condition

    def directive(self, name, *tokens):
        arguments, sign = [], ""
        for token in tokens:
            value = self.constant(sign, token)
            arguments += [] if token in "+-" else [token if value is None else value]
            sign = token if token in "+-" else ""
        self.require(name not in self.used or name in REPEATED, "second directive", name)
        self.used.add(name)
        try:
            if name not in SETTINGS:
                return DIRECTIVES[name](self, *arguments)
            self.require(0 < len(arguments) <= len(SETTINGS[name]), "bad directive", name)
            for (field, allowed), value in zip(SETTINGS[name].items(), arguments):
                self.require(value in allowed, f"bad {field}", value)
                setattr(self, field, value)
        except (TypeError, ValueError, KeyError):
            self.require(False, "bad directive", name)

    def constant(self, sign, atom):
        """The value of a number or of a constant; None for any other name."""
        line, value = self.constants.get(atom, (0, None))
        for pattern, read in LITERALS.items():
            value = read(self, atom) if re.fullmatch(pattern, atom, re.A) else value
        if value is None or line >= self.line:
            return None
        value = -value if sign == "-" else value
        self.require(-2**63 <= value < 2**64, "fits no word:", atom)
        return value

    def operand(self, text):
        sign, atom = re.fullmatch(r"(?:\( )?(?:([-+]) )?(\S+)(?: \))?", text).groups()
        value = self.constant(sign, atom)
        if value is not None:
            return self.fit(self.wrapped(value) if atom in SIZES and self.mode == "wrap" else value)
        self.require(not sign, "a sign that is not of a constant:", text)
        return atom if atom in self.names else self.variable(atom)

    def variable(self, name):
        taken = name in RESERVED or name in self.constants or name in self.names
        self.require(not taken and re.fullmatch(NAME, name, re.A), "not a variable:", name)
        return self.variables.setdefault(name, name)

    def wrapped(self, c):
        half = 1 << self.width - 1
        return (c + half) % (2 * half) - half

    def fit(self, c):
        """A word of the text. In a `wrap` word it may be written unsigned."""
        high = 2**(self.width - (self.mode == "trap"))
        self.require(-2**(self.width - 1) <= c < high, "does not fit the word:", c)
        return self.wrapped(c)

    def define(self, name, value):
        self.require(name not in self.constants and name not in RESERVED, "name is taken:", name)
        self.constants[name + ""] = (self.line, value + 0)

    def preload(self, address, count, word, valid=True):
        """Σ(address + i) is word(i)."""
        fits = valid and 0 <= address <= MAX_ADDRESS and 0 <= count <= MAX_ADDRESS + 1 - address
        self.require(fits, "not in memory:", address)
        self.preloads.append((self.line, address, [word(i) + 0 for i in range(count)]))

    def buffer(self, name, address, count):
        self.preload(address, count, lambda i: 0)
        self.preloads.pop()
        self.define(name, address)
        self.buffers.append(range(address, address + count))

    def choose(self, *numbers):
        """Active threads. Of `5-7`, the -7 is the end of a range."""
        self.require(numbers[:1] != (",",), "no thread before", ",")
        numbers = [n for n in numbers if n != ","]
        ranges = [range(a, 1 - b) if b < 0 else [b] for a, b in zip([0] + numbers, numbers)]
        self.require(all(ranges), "a range is reversed")
        self.active = {t for threads in ranges for t in threads}


SIZES = {"warp_size": (".threads", 32)}
LITERALS = {r"0[xX][\da-fA-F]+": lambda p, text: int(text, 16), r"\d+": lambda p, text: int(text)}
SETTINGS = {
    ".threads": {"threads": range(1, 65537)}, ".warps": {"warps": range(1, 2**20 + 1)},
    ".word": {"width": (8, 16, 32, 64), "mode": ("trap", "wrap")},
    ".steps": {"limit": range(2**64)}, ".registers": {"registers": ("keep", "restore")},
    ".races": {"races": ("warp", "thread")},
    ".order": {"order": ("ascending", "descending", "random"), "seed": range(2**64)}}
DIRECTIVES = {
    ".memory": lambda p, a, colon, *words: p.preload(a, len(words), lambda i: words[i],
                                                     colon == ":" and len(words) > 0),
    ".fill": lambda p, a, count, c: p.preload(a, count, lambda i: c),
    ".iota": lambda p, a, n, start=0, step=1: p.preload(a, n, lambda i: start + i * step),
    ".active": Program.choose, ".buffer": Program.buffer, ".const": Program.define}
REPEATED = {".memory", ".fill", ".iota", ".buffer", ".const"}

CLASSES = {}  # what reads a file with another suffix than .asm, and what runs a program
