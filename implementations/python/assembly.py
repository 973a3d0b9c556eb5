"""The assembly of docs/interfaces.md. `read` returns the program of a text in the form of the JSON,
and with the line and column of each instruction."""
import re
from fractions import Fraction

from musimd import MAX_ADDRESS, Program

MAX_SHARED = 58_112
NAME, NUMBER = r"(?:[A-Za-z_]\w*)", r"(?:0[xX](?:[pP][-+]|[\w.])*|\d(?:[eE][-+]|[\w.])*)"
TOKEN = re.compile(rf"{NUMBER}|\.[ \t]*[a-z]+|{NAME}(?:\.\w+)*|←ᵃ|<<|>>|[<>=!]=|\S", re.A)
RESERVED = set("bz bnz branch_mask jump sync stop everywhere end_everywhere barrier shfl ballot "
               "atomic_inc min max tid wid warp_size _".split())
RESERVED |= {f"{name}f{width}" for name in ("inf", "nan") for width in (16, 32, 64)}

# ---- Instructions

SYMBOLS = dict(zip("+ - * × / % & | ^ << >> < <= > >= == !=".split(),
                   "add sub mul mul div mod and or xor shl shr lt le gt ge eq ne".split()))
OPERAND = rf"(?:[-+] )?(?:{NUMBER}|{NAME})"
# The letters of a spelling: destination, branch variable, target, symbol of an operation, operand,
# width, operand in parentheses, operand without a sign.
KINDS = dict.fromkeys("DVT", NAME) | {"S": "|".join(map(re.escape, SYMBOLS))}
KINDS |= {"O": OPERAND, "W": OPERAND, "P": rf"\( {OPERAND} \)", "U": rf"(?:{NUMBER}|{NAME})"}

INTEGER, SIGNED, FLOAT = "[iu](?:8|16|32|64)", "i(?:8|16|32|64)", "f(?:16|32|64)"
TYPE = f"{INTEGER}|{FLOAT}"


def any_of(*lists):
    return "|".join(name for names in lists for name in names.split())


UPDATES = any_of("add sub min max and or xor exch inc dec")
FLOAT_UPDATES = any_of("add sub min max exch")
SCOPE = "<scope=block|grid|system>"
BINARY = "add sub mul div rem min max eq ne lt le gt ge"
OF_INTEGERS = any_of(BINARY, "adds subs shl shr shra and or xor andnot")
OF_FLOATS = any_of(BINARY, "remainder atan2 pow hypot")
OF_FLOAT = any_of("neg abs sqrt ceil floor trunc round rec rsqrt",
                  "sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh",
                  "exp exp2 exp10 expm1 log log2 log10 log1p cbrt sinpi cospi lgamma tgamma erf erfc")



def strong(spelling, orders, scope=SCOPE):
    """The spellings of a strong access, for each * an order, a scope, or both."""
    order = f".<order={any_of(orders)}>"
    return [spelling.replace("*", words) for words in (order, f".{scope}", f"{order}.{scope}")]


def update(spelling):
    """The spellings of an update, whose order and scope may be left out."""
    return [spelling.replace("*", ""),
            *strong(spelling, "relaxed acquire release acq_rel seq_cst")]


# The spellings of each op, where <member=…> is a pattern; the last spelling is tried first.
SPELLINGS = {
    "bz": ["bz V , T"], "bnz": ["bnz V , T"], "branch_mask": ["branch_mask O , T"],
    "jump": ["jump T"], "sync": ["sync"], "stop": ["stop"], "everywhere": ["everywhere"],
    "end_everywhere": ["end_everywhere"], "barrier": ["barrier"],
    "assert": ["assert O", "assert P"], "copy": ["D = O"], "ld": ["D = [ O ]", "D = ↓ O"],
    "st": ["[ O ] = O", "↑ O = O"], "bp": ["D = O S O", "D = <operation=min|max> O , O"],
    "fetch": [*update(f"D = fetch_<operation={UPDATES}>* [ O ] , O"),
              *update("D = fetch_<operation=cas>* [ O ] , O , O"),
              *strong("D = <operation=load>* [ O ]", "relaxed acquire seq_cst")],
    "strong_store": strong("store* [ O ] , O", "relaxed release seq_cst"),
    "atomic_inc": ["D = atomic_inc [ O ]", "D < - a O + 1", "D ← a O + 1", "D ←ᵃ O + 1"],
    "shfl": ["shfl D , O", "shfl ( D , O )"], "ballot": ["D = ballot O"],
    "popc": ["D = popc U", "D = popc P"], "clz": ["D = clz U", "D = clz P"],
    "typed": [f"D = <operation={OF_INTEGERS}>.<type={INTEGER}> O , O",
              f"D = <operation=addo|subo|mulo>.<type={SIGNED}> O , O",
              f"D = <operation={OF_FLOATS}>.<type={FLOAT}> O , O",
              f"D = <operation=neg|abs|not>.<type={INTEGER}> O",
              f"D = <operation={OF_FLOAT}>.<type={FLOAT}> O",
              f"D = <operation=fma>.<type={FLOAT}> O , O , O",
              f"D = <operation=select>.<type={TYPE}> O , O , O",
              f"D = <operation=cvt>.<type={TYPE}>.<from={TYPE}> O"],
    "typed_fetch": [*update(f"D = fetch_<operation={UPDATES}>.<type={INTEGER}>* [ O ] , O"),
                    *update(f"D = fetch_<operation={FLOAT_UPDATES}>.<type={FLOAT}>* [ O ] , O"),
                    *update(f"D = fetch_<operation=cas>.<type={TYPE}>* [ O ] , O , O")],
    "exit": ["exit"], "block_barrier": ["block_barrier"],
    "block_barrier_of": ["D = block_barrier.<variant=count|and|or> O"],
    "syncwarp": ["syncwarp O"],
    "shuffle": ["D = shfl.<variant=idx|up|down|xor> O , O , O",
                "D = shfl.<variant=idx|up|down|xor> O , O , O , W"],
    "vote": ["D = vote.<variant=ballot|any|all> O , O"],
    "match": ["D = match.<variant=any|all> O , O"],
    "reduce": ["D = reduce.<variant=add|min|max|and|or|xor> O , O"],
    "typed_reduce": [f"D = reduce.<variant=add|and|or|xor>.<type={INTEGER}> O , O",
                     f"D = reduce.<variant=min|max>.<type={TYPE}> O , O"],
    "activemask": ["D = activemask"],
    "copy_async": ["copy.async [ O ] , [ O ]"], "async_commit": ["async.commit"], "async_wait": ["async.wait O"],
    "fence": strong("fence*", "acquire release acq_rel seq_cst", SCOPE.replace("scope", "variant"))}
LANES_ARE_BITS = {"ballot", "syncwarp", "shuffle", "vote", "match", "reduce", "typed_reduce",
                  "activemask"}


def pattern_of(word):
    """The pattern of a word of a spelling."""
    if word in KINDS:
        return f"({KINDS[word]})"
    parts = re.split("<([a-z]+)=([^>]*)>", word)  # text, member, its pattern, text, …
    members = [f"(?P<{name}>{pattern})" for name, pattern in zip(parts[1::3], parts[2::3])]
    return "".join(re.escape(a) + b for a, b in zip(parts[::3], members + [""]))


PATTERNS = [(op, re.compile(" ".join(map(pattern_of, spelling.split())) + "$", re.A),
             [word for word in spelling.split() if word in KINDS])
            for op, spellings in SPELLINGS.items() for spelling in spellings]

# ---- Programs


class InputError(SyntaxError):
    """An error of the text."""


class Reader:
    """Reads a text: directives, and instructions from 1."""

    wrapped = Program.wrapped

    def __init__(self, text, file):
        self.file, self.line, self.used, self.preloads, self.float_width = file, 0, set(), [], 0
        self.threads, self.warps, self.active, self.limit = 32, 1, None, 10_000_000
        self.width, self.mode, self.registers, self.races = 64, "trap", "keep", "warp"
        self.consistency = "c++"
        self.order, self.seed, self.model, self.buffers = "ascending", 0, "lockstep", []
        self.block, self.grid, self.shared, self.constants = None, 1, {}, {}
        self.labels, self.variables, self.instructions = {}, {}, []
        self.numbers = {"tid", "wid"}
        for name, (directive, default) in SIZES.items():  # directives above it may use it
            size = re.search(rf"^[^;\n]*\{directive}\s+(\d+)", text, re.M)
            if size or default:
                self.constants[name] = (0, int(size[1]) if size else default)
        guess = self.constants["warp_size"]
        self.require("\0" not in text, "a NUL")
        statements = list(self.statements(text))
        self.finish_blocks()
        self.require(self.float_width <= self.width, "too wide: a float")
        for self.line, preload in self.preloads:
            for word in preload.get("words") or self.ends(**preload):
                self.fit(word)
        for n in (self.threads, self.warps) if self.mode == "trap" else ():
            self.fit(n - 1)
        used = re.search(r"^\s*\.[a-z][^;\n]*\bwarp_size\b", text, re.M)
        self.require(not used or guess[1] == self.threads, "write .threads as a decimal number")
        self.constants["warp_size"] = (0, self.threads)
        for self.line, column, code in statements:
            self.instructions.append(self.instruction(code) | {"line": self.line, "column": column})
        active = self.active or range(self.threads)
        self.require(max(active) < self.threads, "bad threads", active)
        size = self.threads * self.warps * max(1, len(self.variables))
        self.require(size < 2**32, "too many variables in all threads:", size)

    def program(self):
        sizes = {"block": self.block, "grid": self.grid} if self.block else {"warps": self.warps}
        if self.active is not None:
            sizes["active"] = sorted(self.active)
        return {"format": 1, "threads": self.threads, **sizes, "model": self.model,
                "word": {"bits": self.width, "mode": self.mode}, "registers": self.registers,
                "races": self.races, **({"consistency": "ptx"} if self.consistency == "ptx" else {}),
                "order": {"order": self.order, "seed": self.seed},
                "steps": self.limit, "buffers": self.buffers,
                "shared": [{"name": name, "count": n} for name, n in self.shared.items()],
                "memory": [preload for _, preload in self.preloads],
                "variables": list(self.variables), "labels": self.labels,
                "instructions": self.instructions}

    # Lines

    def statements(self, text):
        """Reads directives and labels; the rest is instructions."""
        count = 0
        for self.line, tokens in self.lines(text):
            while re.match(rf"{NAME} :$", " ".join(t for t, _ in tokens[:2]), re.A):
                label = tokens[0][0]
                self.require(label not in RESERVED and label not in self.labels, "bad label", label)
                self.labels[label], tokens = count + 1, tokens[2:]
            words = [t for t, _ in tokens]
            if words and words[0][0] != ".":
                count += 1
                yield self.line, tokens[0][1], " ".join(words)
            elif words and words[0] not in (".expect", ".covers"):
                self.directive(*words)

    def lines(self, text):
        for number, code in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
            tokens = TOKEN.finditer(code.split(";")[0])
            yield number, [(re.sub(r"\s", "", t[0]), t.start() + 1) for t in tokens]

    def require(self, condition, what, where=""):
        if not condition:
            raise InputError(f"{self.file}:{self.line}: error: {what} {where}")
        return condition

    # Instructions

    def instruction(self, text):
        matches = ((op, p.match(text), kinds) for op, p, kinds in reversed(PATTERNS))
        op, match, kinds = next((m for m in matches if m[1]), (None, None, ()))
        self.require(match, "unknown instruction", text)
        i, named = {"op": op, **match.groupdict(), "operands": []}, match.re.groupindex.values()
        if "order" in i or "scope" in i or op == "fence":
            i = self.strength(**i)
        groups = [group for k, group in enumerate(match.groups(), 1) if k not in named]
        for kind, text in zip(kinds, groups):
            if kind == "T":
                i["target"] = self.require(self.labels.get(text), "unknown label", text)
            elif kind == "D":
                i["destination"] = self.variable(text)
            elif kind == "S":
                i["operation"] = SYMBOLS[text]
            elif kind == "W":
                i["width"] = self.shuffle_width(text)
            else:
                self.require(kind != "V" or text not in self.constants, "not a variable", text)
                i["operands"].append(self.operand(text))
        types = [name for name in (i.get("type"), i.get("from")) if name]
        self.require(all(int(name[1:]) <= self.width for name in types), "too wide:", types)
        self.require(op not in LANES_ARE_BITS or self.threads <= self.width,
                     "needs a bit of the word for each thread:", op)
        self.require(self.model != "volta" or op not in ("everywhere", "end_everywhere",
                                                         "branch_mask"), "needs lock step:", op)
        return i

    def strength(self, order=None, scope=None, **i):
        """An order without a scope has `grid`; a scope without an order is relaxed."""
        if i["op"] == "fence":
            return {"variant": "grid", **i, "order": order or "acq_rel"}
        return {**i, "order": order or "relaxed", "scope": scope or "grid"}

    def shuffle_width(self, text):
        width = self.operand(text).get("constant", 0)
        fits = 0 < width < 2 * self.threads and width & (width - 1) == 0
        return self.require(fits and width, "not a power of two of the lanes:", text)

    # Directives

    def directive(self, name, *tokens):
        arguments, sign, allowed = [], "", SETTINGS.get(name, {}).values()
        tokens = ("c++",) if tokens == ("c", "+", "+") else tokens
        for token in tokens:
            word = any(token in words for words in allowed if isinstance(words, tuple))
            value = None if word else self.constant(sign, token)
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
            if atom not in SIZES or self.mode == "trap":
                self.fit(value)
            return {"constant": self.wrapped(value)}
        self.require(not sign, "a sign that is not of a constant:", text)
        if atom in self.numbers or atom in self.shared:
            return {"number" if atom in self.numbers else "shared": atom}
        return {"variable": self.variable(atom)}

    def variable(self, name):
        taken = name in RESERVED or name in self.constants or name in self.numbers
        taken = taken or name in self.shared
        self.require(not taken and re.fullmatch(NAME, name, re.A), "not a variable:", name)
        return self.variables.setdefault(name, name)

    def fit(self, c):
        """Whether it is a word. In a `wrap` word it may be written unsigned."""
        high = 2**(self.width - (self.mode == "trap"))
        self.require(-2**(self.width - 1) <= c < high, "does not fit the word:", c)

    def define(self, name, value):
        self.require(name not in self.constants and name not in RESERVED, "name is taken:", name)
        self.constants[name + ""] = (self.line, value + 0)

    def in_memory(self, address, count):
        fits = 0 <= address <= MAX_ADDRESS and 0 <= count <= MAX_ADDRESS + 1 - address
        self.require(fits, "not in memory:", address)

    def memory(self, address, colon, *words):
        self.require(colon == ":" and words, "a list of words is missing")
        self.in_memory(address, len(words))
        self.preloads.append((self.line, {"address": address, "words": [w + 0 for w in words]}))

    def iota(self, address, count, start=0, step=1):
        """Σ(address + k) is start + k · step."""
        self.in_memory(address, count)
        words = {"count": count, "start": start + 0, "step": step + 0}
        self.preloads.append((self.line, {"address": address, **words}))

    def ends(self, address, count, start, step):
        """The first and the last word."""
        return [start, start + (count - 1) * step] if count else []

    def buffer(self, name, address, count):
        self.in_memory(address, count)
        self.define(name, address)
        self.buffers.append({"name": name, "address": address, "count": count})

    def share(self, name, count):
        if count not in range(1, MAX_SHARED + 1):
            raise ValueError
        taken = name in self.numbers or name in self.constants or name in self.shared
        self.require(not taken, "name is taken:", name)
        self.shared[name + ""] = count

    def choose(self, *numbers):
        """Active threads. Of `5-7`, the -7 is the end of a range."""
        self.require(numbers[:1] != (",",), "no thread before", ",")
        numbers = [n for n in numbers if n != ","]
        ranges = [range(a, 1 - b) if b < 0 else [b] for a, b in zip([0] + numbers, numbers)]
        self.require(all(ranges), "a range is reversed")
        self.active = {t for threads in ranges for t in threads}

    def finish_blocks(self):
        """Names and sizes of a program with blocks."""
        self.require(self.block or not self.used & {".grid"}, "needs", ".block")
        self.require(not self.block or not self.used & {".warps", ".active"}, "not with", ".block")
        self.require(self.model != "volta" or ".active" not in self.used, "not with", ".active")
        size = sum(self.shared.values())
        self.require(size <= MAX_SHARED, "too much shared memory:", size)
        last, high = MAX_ADDRESS + self.grid * size, 2**(self.width - 1)
        self.require(not size or last < high, "does not fit the word:", "shared memory")
        if not self.block:
            return
        self.warps = self.grid * -(-self.block // self.threads)
        self.numbers |= {"bid", "btid"}
        for name in ("block_size", "grid_size", "bid", "btid"):
            taken = name in self.labels or name in self.constants and self.constants[name][0]
            self.require(not taken, "name is taken:", name)
        self.constants |= {"block_size": (0, self.block), "grid_size": (0, self.grid)}
        sizes_fit = self.mode == "wrap" or max(self.block, self.grid - 1) < high
        self.require(sizes_fit, "does not fit the word:", "the size of a block or of the grid")


# ---- Literals: 1.5f32, 0x1.8p3f64, inff32


class Pattern(int):
    """The word of a float, whose sign is a bit."""

    def __new__(cls, word, kind, literal=True):
        pattern = super().__new__(cls, word)
        pattern.kind, pattern.literal = kind, literal
        return pattern

    def __neg__(self):
        if not self.literal:
            raise InputError("error: a constant that is a float takes no sign")
        return Pattern(self.kind.word(self ^ 1 << self.kind.width - 1), self.kind)

    def __add__(self, zero):
        return Pattern(int(self), self.kind, literal=False) if zero == 0 else int(self) + zero


def read_float(p, text):
    from typed import INF, NAN, Type  # only a program with floats needs it
    number, kind = re.fullmatch(rf"(.*)({FLOAT})", text).groups()
    kind = Type(kind)
    p.float_width = max(p.float_width, kind.width)
    p.require(not p.instructions or kind.width <= p.width, "does not fit the word:", text)
    if number in ("inf", "nan"):
        return Pattern(kind.write((0, INF if number == "inf" else NAN)), kind)
    if "p" in number:
        digits, exponent = number[2:].split("p")
        whole, _, fraction = digits.partition(".")
        scale = Fraction(2)**(int(exponent) - 4 * len(fraction))
        value = int(whole + fraction, 16) * scale
    else:
        value = Fraction(number)
    pattern = kind.write((0, value))
    p.require(kind.read(pattern)[1] != INF, "is too large:", text)
    return Pattern(pattern, kind)


SIZES = {"warp_size": (".threads", 32), "block_size": (".block", None),
         "grid_size": (".grid", None)}
LITERALS = {
    r"0[xX][\da-fA-F]+": lambda p, text: int(text, 16), r"\d+": lambda p, text: int(text),
    r"(?:\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|0[xX][\da-fA-F]+(?:\.[\da-fA-F]*)?p[-+]?\d+|inf|nan)"
    rf"{FLOAT}": read_float}
SETTINGS = {
    ".threads": {"threads": range(1, 65537)}, ".warps": {"warps": range(1, 2**20 + 1)},
    ".word": {"width": (8, 16, 32, 64), "mode": ("trap", "wrap")},
    ".steps": {"limit": range(2**64)}, ".registers": {"registers": ("keep", "restore")},
    ".races": {"races": ("warp", "thread")}, ".consistency": {"consistency": ("c++", "ptx")},
    ".order": {"order": ("ascending", "descending", "random"), "seed": range(2**64)},
    ".block": {"block": range(1, 1025)}, ".grid": {"grid": range(1, 2**20 + 1)},
    ".model": {"model": ("lockstep", "volta", "pascal", "stack", "minpc", "masks", "maximal", "uniform",
                         "barriers")}}
DIRECTIVES = {
    ".memory": Reader.memory, ".iota": Reader.iota, ".active": Reader.choose,
    ".fill": lambda p, address, count, c: p.iota(address, count, c, 0),
    ".buffer": Reader.buffer, ".const": Reader.define, ".shared": Reader.share}
REPEATED = {".memory", ".fill", ".iota", ".buffer", ".const", ".shared"}


def read(text, file):
    return Reader(text, file).program()
