"""The μ-SIMD machine of docs/semantics.md: each rule is a function with the name of the rule.

musimd.py FILE prints the result of a program as JSON; --server reads and writes lines of JSON."""
import importlib
import json
import operator
import re
import sys
from types import SimpleNamespace

MAX_ADDRESS, MAX_STACKS, SKIP, WAIT = 16_777_215, 2**30, object(), object()

# ---- Programs: the assembly of docs/interfaces.md

NAME = r"(?:[A-Za-z_]\w*)"
FLOAT = (r"(?:(?:\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|0x[\da-fA-F]+(?:\.[\da-fA-F]*)?p[-+]?\d+"
         r"|inf|nan)f(?:16|32|64))")
NUMBER = rf"(?:(?:{FLOAT}|0x[\da-fA-F]+|\d+)(?!\w))"
TOKEN = re.compile(rf"{NUMBER}|\.[a-z]+|{NAME}(?:\.\w+)*|←ᵃ|<<|>>|[<>=!]=|\S", re.A)
OPERAND = rf"(?:[-+] )?(?:{NUMBER}|{NAME})"
# The letters of a spelling: destination, branch variable, label, operand, address that is written,
# address that is read, operand in parentheses, operand whose sign would be an operator.
KINDS = {"d": NAME, "v": NAME, "l": NAME, "o": OPERAND, "a": OPERAND, "r": OPERAND,
         "p": rf"\( {OPERAND} \)", "u": rf"(?:{NUMBER}|{NAME})"}
RESERVED = set("bz bnz branch_mask jump sync stop everywhere end_everywhere barrier shfl ballot "
               "atomic_inc min max tid wid warp_size _".split())
SPELLINGS, FINISHERS = {}, []

class InputError(Exception):
    """An error of the text."""

def rule(*spellings, **flags):
    """Registers a rule of the instructions that are spelled so, after those registered before.
    In a spelling, <…> is the pattern of a word, which the instruction keeps."""
    def register(function):
        for text in spellings:
            words = [(s, KINDS.get(s) or s[1:-1] * bool(re.match("<.+>$", s))) for s in text.split()]
            pattern = " ".join(f"({p})" if p else re.escape(s) for s, p in words) + "$"
            entry = (re.compile(pattern, re.A), [s for s, p in words if p], [], flags)
            SPELLINGS.setdefault(text, entry)[2].append(function)
        return function
    return register

class Program:
    """What a text says: directives, and instructions from 1."""
    def __init__(self, text, file):
        self.file, self.line, self.used, self.preloads, statements = file, 0, set(), [], []
        self.threads, self.warps, self.active, self.limit = 32, 1, None, 10_000_000
        self.width, self.wrap, self.registers, self.races = 64, False, "keep", "warp"
        self.order, self.seed, self.memory, self.buffers = "ascending", 0, {}, []
        self.labels, self.constants, self.variables, self.names = {}, {}, {}, {"tid", "wid"}
        size = re.search(r"^[^\S\n]*(?:\w+\s*:\s*)*\.threads\s+(\d+)", text, re.M)
        self.constants["warp_size"] = (0, int(size[1]) if size else 32)
        for self.line, code in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
            tokens = [(t[0], t.start() + 1) for t in TOKEN.finditer(code.split(";")[0])]
            while len(tokens) > 1 and tokens[1][0] == ":" and re.fullmatch(NAME, tokens[0][0], re.A):
                self.require(tokens[0][0] not in RESERVED | self.labels.keys(), "label", tokens[0])
                self.labels[tokens[0][0]], tokens = len(statements) + 1, tokens[2:]
            if tokens and tokens[0][0][0] == ".":
                self.directive(*[token for token, _ in tokens])
            elif tokens:
                statements.append((self.line, tokens[0][1], " ".join(token for token, _ in tokens)))
        for finish in FINISHERS:
            finish(self)
        for self.line, address, words in self.preloads:
            self.memory.update(zip(range(address, address + len(words)), map(self.fit, words)))
        for n in () if self.wrap else (self.threads, self.warps):
            self.fit(n - 1)
        self.instructions = [None] + [self.instruction(*s) for s in statements]
        self.active = set(range(self.threads)) if self.active is None else self.active
        self.require(self.active and max(self.active) < self.threads, "active threads", self.active)

    def require(self, condition, what, where=None):
        if not condition:
            raise InputError(f"{self.file}:{self.line}:1: error: unknown or invalid {what}: {where}\n")
        return condition

    def instruction(self, line, column, text):
        self.line = line
        for pattern, kinds, rules, flags in SPELLINGS.values():
            if match := pattern.match(text):
                break
        self.require(match, "instruction", text)
        i = SimpleNamespace(line=line, column=column, kinds=kinds, rules=rules, flags=flags,
                            word=None, target=None, label=None, operands=[])
        for kind, text in zip(kinds, match.groups()):
            if kind == "l":
                i.label = self.require(self.labels.get(text), "label", text)
            elif kind == "d":
                i.target = self.variable(text)
            elif kind in KINDS:
                i.operands.append(self.operand(text))
            else:
                i.word = text
        self.require("lanes_are_bits" not in flags or self.threads <= self.width, "word for", text)
        return i

    def directive(self, name, *tokens):
        arguments, sign = [], ""
        for token in tokens:
            value = self.constant(sign, token)
            arguments += [] if token in "+-" else [token if value is None else value]
            sign = token if token in "+-" else ""
        try:
            name in (".expect", ".covers") or DIRECTIVES[name](self, *arguments)
        except (TypeError, ValueError, KeyError):
            self.require(False, "directive", name)
        self.require(name not in self.used or name in REPEATED, "second directive", name)
        self.used.add(name)

    def constant(self, sign, atom):
        """The value of a number or of a constant; None for any other name."""
        if atom[0].isdigit() and not re.fullmatch(FLOAT, atom, re.A):
            value = int(atom, 16 if atom.startswith("0x") else 10)
        else:
            line, value = self.constants.get(atom, (0, None))
            value = None if line >= self.line else value
        return -value if sign == "-" and value is not None else value

    def operand(self, text):
        sign, atom = re.fullmatch(r"(?:\( )?(?:([-+]) )?(\S+)(?: \))?", text).groups()
        value = self.constant(sign, atom)
        if value is None:
            self.require(not sign, "sign of", atom)
            return atom if atom in self.names else self.variable(atom)
        return self.fit(value % 2**self.width if atom == "warp_size" and self.wrap else value)

    def variable(self, name):
        taken = name in RESERVED or name in self.constants or name in self.names
        self.require(not taken and re.fullmatch(NAME, name, re.A), "variable", name)
        return self.variables.setdefault(name, name)

    def fit(self, value):
        """A word of the text. In a `wrap` word it may be written unsigned."""
        half = 2**(self.width - 1)
        self.require(-half <= value < half * (1 + self.wrap), "word", value)
        return (value + half) % (2 * half) - half

    def set(self, name, value, allowed):
        if value not in allowed:
            raise ValueError
        setattr(self, name, value)

    def define(self, name, value):
        self.require(name not in self.constants and name not in RESERVED, "constant", name)
        self.constants[name + ""] = (self.line, value + 0)

    def preload(self, address, count, word):
        """Σ(address + i) is word(i)."""
        if not 0 <= address <= address + count <= MAX_ADDRESS + 1:
            raise ValueError
        self.preloads.append((self.line, address, [word(i) + 0 for i in range(count)]))

    def buffer(self, name, address, count):
        self.define(name, address)
        self.preload(address + count, 0, None)
        self.buffers.append(range(address, address + count))

    def choose_active(self, *numbers):
        """Of `5-7`, the -7 is the end of a range."""
        numbers = [n for n in numbers if n != ","]
        ranges = [range(a, 1 - b) if b < 0 else [b] for a, b in zip([0] + numbers, numbers)]
        self.active = {t for threads in ranges for t in threads}

DIRECTIVES = {
    ".threads": lambda p, n: p.set("threads", n, range(1, 65537)),
    ".warps": lambda p, n: p.set("warps", n, range(1, 2**20 + 1)),
    ".registers": lambda p, name: p.set("registers", name, ("keep", "restore")),
    ".races": lambda p, name: p.set("races", name, ("warp", "thread")),
    ".steps": lambda p, n: p.set("limit", n, range(2**64)),
    ".word": lambda p, width, mode="trap": (p.set("width", width, (8, 16, 32, 64)),
                                            p.set("wrap", mode == "wrap", [mode != "trap"])),
    ".order": lambda p, name, seed=0: (p.set("order", name, ("ascending", "descending", "random")),
                                       p.set("seed", seed + 0, [seed])),
    ".memory": lambda p, a, colon, *words: p.preload(a, len(words), {":": words}[colon].__getitem__),
    ".fill": lambda p, a, count, c: p.preload(a, count, lambda i: c),
    ".iota": lambda p, a, n, start=0, step=1: p.preload(a, n, lambda i: start + i * step),
    ".active": Program.choose_active, ".buffer": Program.buffer, ".const": Program.define}
REPEATED = {".memory", ".fill", ".iota", ".buffer", ".const", ".expect", ".covers"}

# ---- The state: sections 1, 3 and 6 of docs/semantics.md

class End(Exception):
    """The end of a run: its outcome, and the member of the result that describes it."""

class Machine:
    """M(Θ, β, Σ, Π, Λ, P, pc). An entry of Π is (l_id, Θ_done, l_next, Θ_todo, j)."""

    def __init__(self, grid, number, warp, threads, active):
        self.grid, self.program, self.memory = grid, grid.program, grid.memory
        self.number, self.warp, self.all_threads = number, warp, frozenset(threads)
        self.active, self.sync_stack, self.context_stack = frozenset(active), [], []
        self.bank = {t: {"tid": self.wrapped(t), "wid": self.wrapped(warp)} for t in threads}
        self.pc, self.steps, self.stopped, self.released, self.stack_bytes = 1, 0, False, False, 0

    @property
    def instruction(self):
        return self.program.instructions[self.pc] if self.pc < len(self.program.instructions) else None

    @property
    def mask(self):
        return self.context_stack[-1][0] if self.context_stack else self.active

    def where(self):
        i = self.instruction
        return {"pc": self.pc, "line": i and i.line, "column": i and i.column, "warp": self.warp}

    def trap(self, kind, threads=None, rule=None, **members):
        """Ends the run: the current rule has no derivation for these threads, or for all of Θ."""
        rule, threads = rule or self.rule.__name__, sorted(self.active if threads is None else threads)
        raise End("trap", {"kind": kind, "rule": rule, **self.where(), "threads": threads,
                           "message": f"{kind} (rule {rule}, threads {threads})", **members})

    def require(self, condition, kind, threads=None):
        return condition or self.trap(kind, threads)

    def grow(self, size):
        if self.stack_bytes + size > MAX_STACKS:
            raise End("limit", {"reason": "stacks", **self.where(), "steps": self.steps})
        self.stack_bytes += size

    def push(self, waiting, label):
        if self.sync_stack and self.sync_stack[-1][0] == self.pc:
            pc, done, label, todo, j = self.sync_stack.pop()
            self.sync_stack.append((pc, done, label, todo | waiting, j))
        else:
            self.grow(self.grid.entry_bytes)
            self.sync_stack.append((self.pc, frozenset(), label, waiting, None))

    def wrapped(self, c):
        half = 1 << self.program.width - 1
        return (c + half) % (2 * half) - half

    def fit(self, t, c):
        word = self.wrapped(c)
        return word if word == c or self.program.wrap else self.trap("overflow", [t])

    def value(self, t, o):
        return o if isinstance(o, int) else MV(self, t, o)

    def values(self, t, i):
        """The operands of thread t; the address, if there is one, is valid, and the first."""
        values = [self.value(t, o) for o in i.operands]
        if "a" in i.kinds or "r" in i.kinds:
            self.require(self.grid.valid(self, t, values[0]), "invalid-address", [t])
        if "r" in i.kinds:
            MM(self, t, values[0])
        return values

    def access(self, t, x, kind, c=None):
        """Thread t reads Σ(x), or writes c to it once the rule holds for all threads."""
        self.accesses.append((t, x, kind, c))
        if kind in ("write", "update"):
            self.stores[x] = c

    def step(self):
        i = self.instruction
        for self.rule in [IT] if i is None or i.flags.get("data") else i.rules:
            pc = self.rule(self, i)
            if pc is WAIT:
                return False
            if pc is not SKIP:
                break
        self.pc, self.steps, self.released = pc or self.pc + 1, self.steps + 1, False
        return True

# ---- Control rules: section 4. Each returns the next pc (by default pc + 1), SKIP where its condition
# does not hold, or WAIT.

def split(m, i):
    """The threads that do not branch, and those that do."""
    zero = frozenset(t for t in sorted(m.active) if m.value(t, i.operands[0]) == 0)
    return (m.active - zero, zero) if i.word == "bz" else (zero, m.active - zero)
@rule("<bz|bnz> v , l")
def BT(m, i):
    stay, _ = split(m, i)
    return SKIP if stay else m.push(stay, i.label) or i.label
@rule("<bz|bnz> v , l")
def BF(m, i):
    _, leave = split(m, i)
    return SKIP if leave else m.push(leave, i.label)
@rule("<bz|bnz> v , l")
def BD(m, i):
    stay, leave = split(m, i)
    m.push(leave, i.label)
    m.active = stay
@rule("branch_mask o , l")
def BA(m, i):
    m.require(m.context_stack, "branch-mask-outside-everywhere")
    inside = {m.value(t, i.operands[0]) in m.mask for t in sorted(m.active)}
    m.require(len(inside) == 1, "branch-mask-divergent")
    return i.label if True in inside else SKIP
@rule("branch_mask o , l")
def BI(m, i):
    pass
@rule("jump l")
def JP(m, i):
    return i.label
@rule("sync")
def SS(m, i):
    if not m.sync_stack or not m.sync_stack[-1][3]:
        return SKIP
    pc, done, label, todo, _ = m.sync_stack.pop()
    m.sync_stack.append((pc, done | m.active, label, frozenset(), m.pc))
    m.active = todo
    return label
@rule("sync")
def SP(m, i):
    m.require(m.sync_stack, "sync-without-branch")
    m.active |= m.sync_stack.pop()[1]
    m.grow(-m.grid.entry_bytes)
@rule("stop")
def STOP(m, i):
    m.require(not m.sync_stack, "stop-while-diverged")
    m.stopped = True
    return m.pc
@rule("everywhere")
def EB(m, i):
    m.grow(m.grid.block_bytes)
    m.context_stack.append((m.active, m.sync_stack, m.bank))
    m.active, m.sync_stack = m.all_threads, []
@rule("end_everywhere")
def EE(m, i):
    m.require(m.context_stack, "end-everywhere-without-everywhere")
    m.require(not m.sync_stack, "end-everywhere-while-diverged")
    m.active, m.sync_stack, bank = m.context_stack.pop()
    m.bank = bank if m.program.registers == "restore" else m.bank
    m.grow(-m.grid.block_bytes)
@rule("assert o", "assert p")
def AR(m, i):
    for t in sorted(m.active):
        m.require(m.value(t, i.operands[0]), "assertion", [t])

def waits(m):
    return not (m.released or m.sync_stack or m.context_stack) and m.instruction.rules == [BR]
@rule("barrier")
def BR(m, i):
    m.require(not m.sync_stack and not m.context_stack, "barrier-while-diverged")
    if not m.released:
        running = [other for other in m.grid.machines if not other.stopped]
        if not all(other.instruction and waits(other) for other in running):
            return WAIT
        for other in running:
            other.released = True
        m.grid.opened(m.grid.machines)

def IT(m, i):
    TL(m, i or m.trap("pc-out-of-program"))

# ---- Data rules: section 5. Each returns what its thread writes to v (None: undefined), or SKIP.
# `together`: the operands of all threads come first, and the scheduler orders the threads.

def TL(m, i):
    m.accesses, m.stores, m.operands, results, m.rule = [], {}, {}, {}, i.rules[0]
    threads = sorted(m.active)
    if i.flags.get("together"):
        m.operands = {t: m.values(t, i) for t in threads}
        threads = m.grid.order(threads, m.number, m.steps)
    for t in threads:
        operands = m.operands[t] if m.operands else m.values(t, i)
        for m.rule in i.rules:
            results[t] = m.rule(m, t, *operands)
            if results[t] is not SKIP:
                break
    m.grid.find_races(m)
    m.memory.update(m.stores)
    if m.context_stack and m.program.registers == "restore":  # Λ keeps the bank as it was
        m.bank = {t: dict(variables) for t, variables in m.bank.items()}
    for t, c in results.items():
        m.bank[t][i.target] = c

def MV(m, t, v):
    c = m.bank[t].get(v)
    return c if c is not None else m.trap("undefined-variable", [t], "MV")

def MM(m, t, x):
    c = m.stores.get(x, m.memory.get(x))
    return c if c is not None else m.trap("undefined-memory", [t], "MM")
@rule("d = o", data=True)
def AS(m, t, c):
    return c
@rule("d = [ r ]", "d = ↓ r", data=True)
def LD(m, t, x):
    m.access(t, x, "read")
    return MM(m, t, x)
@rule("[ a ] = o", "↑ a = o", data=True)
def ST(m, t, x, c):
    m.access(t, x, "write", c)

def quotient(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)

OPERATORS = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "×": operator.mul, "/": quotient,
    "%": lambda a, b: a - b * quotient(a, b), "<<": operator.lshift, ">>": operator.rshift,
    "&": operator.and_, "|": operator.or_, "^": operator.xor, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne, "min": min, "max": max}
@rule("d = o <[-+*/%&|^×<>]|<<|>>|[<>=!]=> o", "d = <min|max> o , o", data=True)
def BP(m, t, a, b):
    word = m.instruction.word
    m.require(b or word not in "/%", "division-by-zero", [t])
    m.require(0 <= b < m.program.width or word not in ("<<", ">>"), "invalid-shift", [t])
    return m.fit(t, int(OPERATORS[word](a, b)))

UPDATES = {
    "add": operator.add, "sub": operator.sub, "min": min, "max": max, "and": operator.and_,
    "or": operator.or_, "xor": operator.xor, "exch": lambda w, o: o,
    "inc": lambda w, o: w + 1 if 0 <= w < o else 0, "dec": lambda w, o: w - 1 if 0 < w <= o else o,
    "cas": lambda w, o1, o2: o2 if w == o1 else w}
@rule("d = <fetch_(?:add|sub|min|max|and|or|xor|exch|inc|dec)> [ r ] , o",
      "d = <fetch_cas> [ r ] , o , o", "d = atomic_inc [ r ]",
      "d < - a r + 1", "d ← a r + 1", "d ←ᵃ r + 1", data=True, together=True)
def AT(m, t, x, *o):
    old, word = MM(m, t, x), m.instruction.word
    new = m.fit(t, UPDATES[word[6:]](old, *o) if word else old + 1)
    m.access(t, x, "look" if word == "fetch_cas" and old != o[0] else "update", new)
    return old if word else new
@rule("shfl d , o", "shfl ( d , o )", data=True)
def SV(m, t, k):
    c = m.bank[k].get(m.instruction.target) if k in m.mask else SKIP
    return c if c is not None else m.trap("undefined-variable", [t])
@rule("shfl d , o", "shfl ( d , o )", data=True)
def SI(m, t, k):
    return None
@rule("d = ballot o", data=True, together=True, lanes_are_bits=True)
def BL(m, t, c):
    return m.wrapped(sum(1 << s for s, (c,) in m.operands.items() if c))
@rule("d = <popc|clz> u", "d = <popc|clz> p", data=True)
def UN(m, t, c):
    bits = c % 2**m.program.width
    return bits.bit_count() if m.instruction.word == "popc" else m.program.width - bits.bit_length()

# ---- Grids: section 9

CONFLICTS = {"read": ("write", "update"), "write": ("read", "write", "update", "look"),
             "update": ("read", "write"), "look": ("write",)}

def key(*numbers):
    """The random number of (seed, a, b, c)."""
    x = 0
    for n in numbers:
        x = ((x ^ n) + 0x9E3779B97F4A7C15) % 2**64
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB % 2**64
        x ^= x >> 31
    return x

class Grid:
    """The machines of a program, which share Σ and take turns."""

    def __init__(self, program):
        self.program, self.memory, self.accesses = program, dict(program.memory), {}
        self.lanes, mask = program.threads, (program.threads + 7) // 8
        saved = 8 * self.lanes * len(program.variables) * (program.registers == "restore")
        self.entry_bytes, self.block_bytes = 2 * mask + 16, mask + 16 + saved
        self.machines = [Machine(self, w, w, range(self.lanes), program.active)
                         for w in range(program.warps)]

    def order(self, numbers, *where):
        if self.program.order == "random":
            return sorted(numbers, key=lambda n: (key(self.program.seed, *where, n), n))
        return sorted(numbers, reverse=self.program.order == "descending")

    def valid(self, m, t, x):
        buffers = self.program.buffers
        return 0 <= x <= MAX_ADDRESS and (not buffers or any(x in b for b in buffers))

    def agent(self, m, t):
        return m.number if self.program.races == "warp" else (m.number, t)

    def unordered(self, access, m, t):
        """Whether an access by another agent may race: an open barrier has deleted all others."""
        return True

    def opened(self, machines):
        self.accesses.clear()

    def find_races(self, m):
        first, accesses = {}, sorted(m.accesses)
        for t, x, kind, c in accesses:
            if kind == "write" and first.setdefault(x, (t, c))[1] != c:
                m.trap("race", [first[x][0], t])
        for t, x, kind, _ in reversed(accesses):
            kinds = self.accesses.setdefault(x, {kind: {} for kind in CONFLICTS})
            kinds[kind][self.agent(m, t)] = (m, t)
        for t, x, kind, _ in accesses:
            others = [access for other in CONFLICTS[kind] for agent, access in
                      self.accesses[x][other].items() if agent != self.agent(m, t)]
            if any(self.unordered(access, m, t) for access in others):
                m.trap("race", [t])

    def turn(self, m):
        if m.steps >= self.program.limit:
            raise End("limit", {"reason": "steps", **m.where(), "steps": m.steps})
        return m.step()

    def run(self):
        rounds, ended = 0, ("stop", None)
        try:
            while running := [m.number for m in self.machines if not m.stopped]:
                for number in self.order(running, 2**64 - 1, rounds):
                    self.turn(self.machines[number])
                rounds += 1
        except End as end:
            ended = end.args
        return self.result(*ended)

    def state(self, machines):
        """Θ and β of one warp."""
        banks = {t: v for m in machines for t, v in m.bank.items()}
        return {"active": sorted(t for m in machines for t in m.active), "variables": {
            v: [banks.get(t, {}).get(v) for t in range(self.lanes)] for v in self.program.variables}}

    def result(self, outcome, member):
        warps = [self.state([m for m in self.machines if m.warp == w]) for w in range(self.program.warps)]
        result = {"format": 1, "outcome": outcome, "steps": sum(m.steps for m in self.machines),
                  "warps": len(warps), "threads": self.lanes, **warps[0], "memory": self.memory}
        return result | ({"per_warp": warps} if len(warps) > 1 else {}) | ({outcome: member} if member else {})

def run(text, file, kinds={"grid": Grid}):
    """The exit status, and the result or the message of an error."""
    try:
        result = kinds["grid"](Program(text, file)).run()
        return {"stop": 0, "trap": 1, "limit": 3}[result["outcome"]], result
    except InputError as error:
        return 2, str(error)

def main():
    for name in ("typed", "blocks", "prolog"):
        importlib.util.find_spec(name) and importlib.import_module(name)
    if sys.argv[1:] == ["--server"]:
        for line in sys.stdin:
            request = json.loads(line)
            status, result = run(request["text"], request.get("file", "program.asm"))
            answer = {"id": request["id"], "exit": status, "errors" if status == 2 else "result": result}
            print(json.dumps(answer), flush=True)
        return 0
    with open(sys.argv[1], encoding="utf-8", newline="\n") as file:
        status, result = run(file.read(), sys.argv[1])
    print(json.dumps(result)) if status != 2 else sys.stderr.write(result)
    return status

if __name__ == "__main__":
    sys.exit(importlib.import_module("musimd").main())
