"""The μ-SIMD machine of docs/semantics.md: each rule is a function with the name of the rule.
musimd.py FILE prints the result of a program as JSON; --server reads and writes lines of JSON."""
import importlib
import json
import operator
import pathlib
import sys

sys.modules["musimd"] = sys.modules[__name__]  # extensions import it, also if it is the script
MAX_ADDRESS, MAX_STACKS, SKIP, WAIT = 16_777_215, 2**30, object(), object()

# ---- Programs: the JSON of docs/interfaces.md
RULES = {}  # the rules of each op, which are tried in order, and their flags
EXTENSIONS = {  # the members, ops and models of programs that need a module
    "typed": "typed typed_fetch typed_reduce",
    "blocks": "block shared volta exit block_barrier block_barrier_of activemask fence syncwarp "
              "shuffle vote match reduce typed_reduce consistency scope strong_store load "
              "copy_async async_commit async_wait",
    "models": "stack minpc masks maximal uniform barriers"}

def rule(*ops, **flags):
    def register(function):
        for op in ops:
            RULES.setdefault(op, ([], flags))[0].append(function)
        return function
    return register

class Instruction:
    """The members of an instruction. An operand becomes a word, or the name of one in β."""
    operation = variant = type = destination = target = width = line = column = order = scope = None
    def __init__(self, program, members):
        self.__dict__ |= members
        if self.op not in RULES:
            raise NotImplementedError(self.op)
        self.rules, self.flags = RULES[self.op]
        operands = [value for o in members.get("operands", []) for value in o.values()]
        self.operands = [program.wrapped(o) if isinstance(o, int) else o for o in operands]

class Program:
    """The members of a program."""
    threads, warps, steps, registers, races, consistency = 32, 1, 10**7, "keep", "warp", "c++"
    word, order, grid = {"bits": 64, "mode": "trap"}, {"order": "ascending"}, 1
    active, model, block, variables, buffers, shared = None, None, None, (), (), ()
    def __init__(self, members):
        self.__dict__ |= members
        self.width, self.mode = self.word["bits"], self.word["mode"]
        self.active, self.memory = self.active or range(self.threads), {}
        for m in members.get("memory", []):
            words = m.get("words") or (m["start"] + k * m["step"] for k in range(m["count"]))
            self.memory.update(enumerate(map(self.wrapped, words), m["address"]))
        needs = {*filter(members.get, members), self.model}.union(*(
            {i["op"], i.get("operation"), "order" in i and "scope", *i} for i in self.instructions))
        self.extensions = {name: importlib.import_module(name)
                           for name, words in EXTENSIONS.items() if needs & set(words.split())}
        self.instructions = [None, *(Instruction(self, i) for i in self.instructions), None]
    def wrapped(self, c):
        return (c + 2**(self.width - 1)) % 2**self.width - 2**(self.width - 1)

# ---- The state: sections 1, 3 and 6 of docs/semantics.md
class End(Exception):
    """The end of a run: its outcome, and the member of the result for it."""

class Machine:
    """M(Θ, β, Σ, Π, Λ, P, pc). An entry of Π is (l_id, Θ_done, l_next, Θ_todo, j)."""
    def __init__(self, grid, number, warp, threads, active):
        self.grid, self.program, self.memory = grid, grid.program, grid.memory
        self.number, self.warp, self.all_threads = number, warp, frozenset(threads)
        self.active, self.sync_stack, self.context_stack = frozenset(active), [], []
        self.bank = {t: {"tid": self.program.wrapped(t), "wid": self.program.wrapped(warp)}
                     for t in threads}
        self.pc, self.steps, self.stopped, self.released, self.stack_bytes = 1, 0, False, False, 0
    @property
    def instruction(self):
        return self.program.instructions[self.pc]
    @property
    def mask(self):
        return self.context_stack[-1][0] if self.context_stack else self.active
    def where(self):
        i = self.instruction
        return {"pc": self.pc, "line": i and i.line, "column": i and i.column, "warp": self.warp}
    def trap(self, kind, threads=None, rule=None, **members):
        """Ends the run: the current rule has no derivation for these threads, or for all of Θ."""
        rule, threads = rule or self.rule.__name__, sorted(threads or self.active)
        raise End("trap", {"kind": kind, "rule": rule, **self.where(), "threads": threads,
                           "message": f"{kind} (rule {rule}, threads {threads})", **members})
    def require(self, condition, kind, threads=None):
        return condition or self.trap(kind, threads)
    def limit(self, reason):
        raise End("limit", {"reason": reason, **self.where(), "steps": self.steps})
    def grow(self, size):
        self.stack_bytes += size if self.stack_bytes + size <= MAX_STACKS else self.limit("stacks")
    def push(self, waiting, label):
        if self.sync_stack and self.sync_stack[-1][0] == self.pc:
            pc, done, label, todo, j = self.sync_stack.pop()
            self.sync_stack.append((pc, done, label, todo | waiting, j))
        else:
            self.grow(self.grid.entry_bytes)
            self.sync_stack.append((self.pc, frozenset(), label, waiting, None))
    def fit(self, t, c):
        word = self.program.wrapped(c)
        return word if word == c or self.program.mode == "wrap" else self.trap("overflow", [t])
    def value(self, t, o):
        return o if isinstance(o, int) else MV(self, t, o)
    def values(self, t, i):
        """The operands of thread t; the address, if there is one, is valid, and the first."""
        values = [self.value(t, o) for o in i.operands]
        if "address" in i.flags:
            self.require(self.grid.valid(self, t, values[0]), "invalid-address", [t])
        return values
    def access(self, t, x, kind, c=None):
        """Thread t reads Σ(x), or writes c to it once the rule holds for all threads."""
        self.accesses.append((t, x, kind, c))
        if kind in ("write", "update"):
            self.stores[x] = c
    def assign(self, v, words):
        """σ_t[v ↦ words[t]] for each t; under `restore`, Λ keeps β as it was."""
        if self.context_stack and self.program.registers == "restore":
            self.bank = {t: dict(variables) for t, variables in self.bank.items()}
        for t, c in words.items():
            self.bank[t][v] = c
    def step(self):
        i = self.instruction
        for self.rule in [i.flags["by"]] if i and "by" in i.flags else i.rules if i else [IT]:
            pc = self.rule(self, i)
            if pc is WAIT:
                return False
            if pc is not SKIP:
                break
        self.pc, self.steps, self.released = pc or self.pc + 1, self.steps + 1, False
        return True

# ---- Control rules: section 4. Each returns the next pc (None: pc + 1), SKIP where its condition
# does not hold, or WAIT. A decorator begins the next rule.
def split(m, i):
    """The threads that do not branch, and those that do."""
    zero = frozenset(t for t in sorted(m.active) if m.value(t, i.operands[0]) == 0)
    return (m.active - zero, zero) if i.op == "bz" else (zero, m.active - zero)
@rule("bz", "bnz")
def BT(m, i):
    stay, _ = split(m, i)
    return SKIP if stay else m.push(stay, i.target) or i.target
@rule("bz", "bnz")
def BF(m, i):
    _, leave = split(m, i)
    return SKIP if leave else m.push(leave, i.target)
@rule("bz", "bnz")
def BD(m, i):
    stay, leave = split(m, i)
    m.push(leave, i.target)
    m.active = stay
@rule("branch_mask")
def BA(m, i):
    m.require(m.context_stack, "branch-mask-outside-everywhere")
    inside = {m.value(t, i.operands[0]) in m.mask for t in sorted(m.active)}
    m.require(len(inside) == 1, "branch-mask-divergent")
    return i.target if True in inside else SKIP
@rule("branch_mask")
def BI(m, i):
    return None
@rule("jump")
def JP(m, i):
    return i.target
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
@rule("assert")
def AR(m, i):
    for t in sorted(m.active):
        m.require(m.value(t, i.operands[0]), "assertion", [t])

def waits(m):
    free = not (m.stopped or m.released or m.sync_stack or m.context_stack)
    return free and m.instruction is not None and m.instruction.rules == [BR]
@rule("barrier")
def BR(m, i):
    m.require(not m.sync_stack and not m.context_stack, "barrier-while-diverged")
    if not m.released:
        if not all(other.stopped or waits(other) for other in m.grid.machines):
            return WAIT
        for other in m.grid.machines:
            other.released = True
        m.grid.accesses.clear()

def IT(m, i):
    TL(m, i or m.trap("pc-out-of-program"))

# ---- Data rules: section 5. Each returns what its thread writes to v (None: undefined), or SKIP.
# `together`: the operands of all threads come first, and the scheduler orders the threads.
def TL(m, i):
    m.accesses, m.stores, m.operands, results, m.rule = [], {}, {}, {}, i.rules[0]
    threads = sorted(m.active)
    if "together" in i.flags:
        for t in threads:
            m.operands[t] = m.values(t, i)
            "address" in i.flags and MM(m, t, m.operands[t][0])
        threads = m.grid.order(threads, m.number, m.steps)
    for t in threads:
        operands = m.operands[t] if m.operands else m.values(t, i)
        for m.rule in i.rules:
            results[t] = m.rule(m, t, *operands)
            if results[t] is not SKIP:
                break
    m.grid.find_races(m)
    m.memory.update(m.stores)
    m.assign(i.destination, results)

def MV(m, t, v):
    """Also MT: β[t] holds tid and wid."""
    c = m.bank[t].get(v)
    return c if c is not None else m.trap("undefined-variable", [t], "MV")
def MM(m, t, x):
    c = m.stores.get(x, m.memory.get(x))
    return c if c is not None else m.trap("undefined-memory", [t], "MM")
@rule("copy", by=IT)
def AS(m, t, c):
    """Also CT, where o is a constant."""
    return c
@rule("ld", by=IT, address=True)
def LD(m, t, x):
    m.access(t, x, "read")
    return MM(m, t, x)
@rule("st", by=IT, address=True)
def ST(m, t, x, c):
    m.access(t, x, "write", c)
def quotient(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
OPERATORS = {name: getattr(operator, name) for name in "add sub mul xor lt le gt ge eq ne".split()}
OPERATORS |= {"div": quotient, "mod": lambda a, b: a - b * quotient(a, b), "shl": operator.lshift,
              "shr": operator.rshift, "and": operator.and_, "or": operator.or_,
              "min": min, "max": max}
@rule("bp", by=IT)
def BP(m, t, a, b):
    operation = m.instruction.operation
    m.require(b or operation not in ("div", "mod"), "division-by-zero", [t])
    m.require(0 <= b < m.program.width or operation not in ("shl", "shr"), "invalid-shift", [t])
    return m.fit(t, int(OPERATORS[operation](a, b)))
UPDATES = {name: OPERATORS[name] for name in ("add", "sub", "min", "max", "and", "or", "xor")} | {
    "exch": lambda w, o: o, "cas": lambda w, o1, o2: o2 if w == o1 else w,
    "inc": lambda w, o: w + 1 if 0 <= w < o else 0, "dec": lambda w, o: w - 1 if 0 < w <= o else o}
@rule("atomic_inc", "fetch", by=IT, address=True, together=True)
def AT(m, t, x, *o):
    i, old = m.instruction, MM(m, t, x)
    new = m.fit(t, UPDATES[i.operation](old, *o) if i.op == "fetch" else old + 1)
    m.access(t, x, "look" if i.operation in ("cas", "load") and o[:1] != (old,) else "update", new)
    return old if i.op == "fetch" else new
@rule("shfl", by=IT)
def SV(m, t, k):
    c = m.bank[k].get(m.instruction.destination) if k in m.mask else SKIP
    return c if c is not None else m.trap("undefined-variable", [t])
@rule("shfl", by=IT)
def SI(m, t, k):
    return None
@rule("ballot", by=IT, together=True)
def BL(m, t, c):
    return m.program.wrapped(sum(1 << s for s, (c,) in m.operands.items() if c))
@rule("popc", "clz", by=IT)
def UN(m, t, c):
    bits = c % 2**m.program.width
    return bits.bit_count() if m.instruction.op == "popc" else m.program.width - bits.bit_length()

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
        self.machines = self.make_machines()
    def make_machines(self):
        return [Machine(self, w, w, range(self.lanes), self.program.active)
                for w in range(self.program.warps)]
    def order(self, numbers, *where):
        order, seed = self.program.order["order"], self.program.order.get("seed", 0)
        if order == "random":
            return sorted(numbers, key=lambda n: (key(seed, *where, n), n))
        return sorted(numbers, reverse=order == "descending")
    def valid(self, m, t, x):
        buffers = self.program.buffers or [{"address": 0, "count": MAX_ADDRESS + 1}]
        return any(0 <= x - b["address"] < b["count"] for b in buffers)
    def agent(self, m, t):
        return m.number if self.program.races == "warp" else (m.number, t)
    def find_races(self, m):
        """An access of another agent conflicts if no barrier has opened since."""
        first, accesses = {}, sorted(m.accesses)
        for t, x, kind, c in accesses:
            if kind == "write" and first.setdefault(x, (t, c))[1] != c:
                m.trap("race", [first[x][0], t])
        if len(self.machines) > 1 or self.program.races == "thread" or hasattr(self, "watches"):
            now = {}  # the accesses of this step, by address and kind: agent → record
            for t, x, kind, _ in accesses[::-1]:
                now.setdefault((x, kind), {})[self.agent(m, t)] = self.record(m, t)
            for t, x, kind, _ in accesses:
                others = [known.get((x, other), {}) for known in (self.accesses, now)
                          for other in CONFLICTS[kind]]
                self.race(m, t, [(agent, record) for records in others
                                 for agent, record in records.items() if agent != self.agent(m, t)])
            for where, records in now.items():
                self.accesses.setdefault(where, {}).update(records)
    def record(self, m, t):
        """What is kept of an access."""
    def race(self, m, t, conflicts):
        m.require(not conflicts, "race", [t])
    def turn(self, m):
        return m.step() if m.steps < self.program.steps else m.limit("steps")
    def run(self):
        self.rounds, ended = 0, ("stop", None)
        try:
            while running := [m.number for m in self.machines if not m.stopped]:
                for number in self.order(running, 2**64 - 1, self.rounds):
                    self.turn(self.machines[number])
                self.rounds += 1
        except End as end:
            ended = end.args
        return self.result(*ended)
    def states(self):
        """Θ and β of each warp."""
        return [{"active": sorted(m.active), "variables": {
            v: [m.bank[t].get(v) for t in m.bank] for v in self.program.variables}}
                for m in self.machines]
    def result(self, outcome, member):
        warps = self.states()
        result = {"format": 1, "outcome": outcome, "steps": sum(m.steps for m in self.machines),
                  "warps": len(warps), "threads": self.lanes, **warps[0], "memory": self.memory,
                  "per_warp": warps if len(warps) > 1 else None, outcome: member}
        return {name: value for name, value in result.items() if value is not None}

# ---- Files and the server
def read(file, text=None):
    """The members of a program in JSON, or in a language that an extension reads."""
    text = pathlib.Path(file).read_bytes().decode() if text is None else text
    if file.endswith(".json"):
        return json.loads(text)
    reader = "prolog" if file.endswith(".pl") else "assembly"
    return importlib.import_module(reader).read(text, file)

def answer(file, text=None, program=None):
    """The exit status, and one member: result, errors or unsupported."""
    try:
        program = Program(program or read(file, text))
        blocks, models = map(program.extensions.get, ("blocks", "models"))
        grid = models.ModelGrid if models else blocks.BlockGrid if blocks else Grid
        result = grid(program).run()
        return {"stop": 0, "trap": 1, "limit": 3}[result["outcome"]], {"result": result}
    except (OSError, SyntaxError, UnicodeError, json.JSONDecodeError) as error:
        return 2, {"errors": [{"kind": "input", "file": file, "message": str(error)}]}
    except (ModuleNotFoundError, NotImplementedError) as what:
        return 4, {"unsupported": str(what)}

def main(file):
    if file != "--server":
        status, members = answer(file)
        print(json.dumps(members.get("result", members)))
        return status
    for line in sys.stdin:
        request = {"file": "program.asm", "text": None, "program": None, **json.loads(line)}
        status, members = answer(*map(request.get, ("file", "text", "program")))
        print(json.dumps({"id": request["id"], "exit": status, **members}), flush=True)

if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else print(__doc__, file=sys.stderr) or 2)
