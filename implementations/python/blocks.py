"""Section 11 of docs/semantics.md: blocks, collectives and thread models, as rules of musimd.py."""
import importlib

import copies
import musimd
import scopes
from musimd import IT, MAX_ADDRESS, UPDATES, WAIT, End, rule

MAX_LISTED = 1000

# ---- Exit and block barriers


@rule("exit")
def EX(m, i):
    m.require(not m.context_stack, "exit-inside-everywhere")
    m.grid.exited[m.warp] |= m.active
    m.all_threads -= m.active
    return resume(m)


def resume(m):
    """The threads of the innermost conditional that has any continue."""
    while m.sync_stack:
        pc, done, label, todo, j = m.sync_stack.pop()
        if todo:
            m.active = todo
            m.sync_stack.append((pc, done, label, frozenset(), j))
            return label
        m.grow(-m.grid.entry_bytes)
        if done:
            m.active = done
            return j + 1
    m.active, m.stopped = frozenset(), True
    return m.pc


def check_block_barrier(m):
    i, m.rule = m.instruction, BB
    m.require(not m.context_stack and m.active == m.all_threads, "barrier-while-diverged")
    return [m.value(t, o) for t in sorted(m.active) for o in i.operands]


def waits_in_block(m):
    return m.instruction and m.instruction.rules == [BB] and not m.released and \
        passes(check_block_barrier, m)


def passes(check, m):
    try:
        check(m)
        return True
    except End:
        return False


@rule("block_barrier", "block_barrier_of")
def BB(m, i):
    check_block_barrier(m)
    if not m.released:
        waiting = [other for other in m.grid.of_block(m.block) if not other.stopped]
        if not all(waits_in_block(other) for other in waiting):
            return WAIT
        open_block_barrier(m, waiting)
    m.assign(i.destination, dict.fromkeys(m.active, m.barrier_word))


def open_block_barrier(m, waiting):
    form = waiting[0].instruction.variant
    for other in waiting:
        other.require(other.instruction.variant == form, "barrier-while-diverged")
    words = [c for other in waiting for c in check_block_barrier(other)]
    word = {None: 0, "count": sum(map(bool, words)), "and": int(all(words)),
            "or": int(any(words))}[form]
    for other in waiting:
        other.released, other.barrier_word = True, m.fit(min(m.active), word)
    m.grid.events.join({m.grid.agent(o, t) for o in m.grid.of_block(m.block) for t in o.bank})
    lowest = waiting[0]
    others = {t for o in waiting if o.warp == lowest.warp and o.pc != lowest.pc for t in o.active}
    if any(other.pc != lowest.pc for other in waiting):
        m.grid.warn("barrier-instructions", lowest, others)
    if any(m.grid.gone_of(o) for o in m.grid.of_block(m.block)):
        m.grid.warn("barrier-exited", lowest, m.grid.gone(lowest.warp))


# ---- Collectives


def operands(m, t):
    """All operands of thread t but the x of a shuffle, which another lane reads."""
    i = m.instruction
    m.rule = i.rules[0]
    return [None if m.rule is SH and k == 1 else m.value(t, o) for k, o in enumerate(i.operands)]


def check_mask(m, t):
    mask = operands(m, t)[0] % 2**m.program.width
    m.require(mask < 2**m.grid.lanes and mask >> t & 1, "collective-mask", [t])
    return mask


def operation(m):
    i = m.instruction
    return i.op, i.variant, i.type, i.width or m.grid.full_width


def meets(m, t, other, s):
    """Whether lane s is at the operation of thread t, with the same mask."""
    if other.stopped or s not in other.active or not other.instruction:
        return False
    masks = [o if isinstance(o, int) else machine.bank[lane].get(o) for machine, lane in
             ((m, t), (other, s)) for o in machine.instruction.operands[:1]]
    return operation(m) == operation(other) and len(masks) == 2 and masks[0] == masks[1]


def group_of(m, mask):
    """P(m): the machines of the lanes that exist and have not exited."""
    lanes = [s for s in range(m.grid.lanes) if mask >> s & 1]
    return {s: other for s in lanes if (other := m.grid.machine_of(m.warp, s))
            and not other.stopped and s in other.all_threads}


def check_collective(m):
    for t in sorted(m.active):
        operands(m, t)
    return [check_mask(m, t) for t in sorted(m.active)]


def complete(m):
    [t], [mask] = m.active, check_collective(m)
    return all(meets(m, t, other, s) for s, other in group_of(m, mask).items())


def collective(m, i):
    grid, members = m.grid, {t: m for t in sorted(m.active)}
    if m.program.volta:
        if not complete(m):
            return WAIT
        members = group_of(m, check_collective(m)[0])
        grid.step_together(m, members.values())
    words = {t: operands(other, t) for t, other in members.items()}
    masks = {t: check_group(other, t) for t, other in members.items()}
    groups = {t: group_of(other, masks[t]) for t, other in members.items()}
    results = {t: i.rules[0](other, t, groups[t], words) for t, other in members.items()}
    for t, other in members.items():
        other.assign(other.instruction.destination, {t: results[t]})
    gone = {s for s in grid.gone(m.warp) if any(mask >> s & 1 for mask in masks.values())}
    if gone:
        grid.warn("collective-exited", members[min(members)], gone)
    for mask in sorted(set(masks.values())):
        if i.rules == [SW]:
            grid.events.join({grid.agent(o, s) for s in range(grid.lanes) if mask >> s & 1
                       and (o := grid.machine_of(m.warp, s))})
    for other in {o.number: o for o in members.values() if o is not m}.values():
        other.pc, other.steps = other.pc + 1, other.steps + 1


def check_group(m, t):
    mask = check_mask(m, t)
    missing = [(other, s) for s, other in group_of(m, mask).items() if not meets(m, t, other, s)]
    if missing:
        waiting = {"warp": m.warp, "threads": [t], **m.grid.line(m.pc)}
        m.trap("collective-mask", [t], waiting=[{**waiting, "missing": m.grid.places(missing)}])
    return mask


def bits(m, lanes):
    return m.program.wrapped(sum(1 << s for s in lanes))


@rule("syncwarp", by=collective)
def SW(m, t, group, words):
    return None


@rule("shuffle", by=collective)
def SH(m, t, group, words):
    _, mode, _, width = operation(m)
    k, first = words[t][2] % m.grid.full_width, t - t % width
    last = min(first + width, m.grid.lanes) - 1
    j = {"idx": first + k % width, "up": t - k, "down": t + k, "xor": t ^ k}[mode]
    j = t if (j < first if mode == "up" else j > last) else j
    if j not in group:
        return None
    x = group[j].instruction.operands[1]
    c = x if isinstance(x, int) else group[j].bank[j].get(x)
    return c if c is not None else m.trap("undefined-variable", [t])


@rule("vote", by=collective)
def VO(m, t, group, words):
    true = [s for s in group if words[s][1] != 0]
    return {"ballot": bits(m, true), "any": int(bool(true)),
            "all": int(len(true) == len(group))}[m.instruction.variant]


@rule("match", by=collective)
def MA(m, t, group, words):
    same = [s for s in group if words[s][1] == words[t][1]]
    return bits(m, same if m.instruction.variant == "any" or len(same) == len(group) else [])


@rule("reduce", "typed_reduce", by=collective)
def RD(m, t, group, words):
    name, kind = m.instruction.variant, m.instruction.type
    lowest, first = min(group), None
    group[lowest].rule = RD
    for s in sorted(group):
        c = words[s][1]
        if first is None:
            first = c
        else:
            first = importlib.import_module("typed").apply(name, kind, first, c) if kind else \
                UPDATES[name](first, c)
    return first if kind else group[lowest].fit(lowest, first)


def active_mask(m, i):
    """Under volta, all threads of the warp that are at the instruction step together."""
    members = {t: m for t in m.active}
    if m.program.volta and m.grid.largest:
        together = [o for o in m.grid.of_warp(m.warp) if o.pc == m.pc and not o.stopped]
        members = {t: o for o in together for t in o.active}
        m.grid.step_together(m, members.values())
    for t, other in members.items():
        other.assign(i.destination, {t: AM(other, t, members)})
        if other is not m:
            other.pc, other.steps = other.pc + 1, other.steps + 1


@rule("activemask", by=active_mask)
def AM(m, t, members):
    return bits(m, members)


def fence(m, i):
    m.rule = FE
    m.grid.events.fence(i, m.block, {m.grid.agent(m, t) for t in m.active})


@rule("fence", by=fence)
def FE(m, t):
    return None


# ---- Turns, order and results


class BlockGrid(musimd.Grid):
    """A grid whose machines are warps or, under volta, threads."""
    machine = musimd.Machine

    def __init__(self, program, largest=True):
        p, n, self.largest = program, program.threads, largest
        p.volta, p.blocked = p.model == "volta", p.block is not None
        p.shared_size = sum(o["count"] for o in p.shared)
        if p.blocked:
            p.warps = p.grid * -(-p.block // n)
        self.block_threads = p.block or n * p.warps  # block 0 is all of a grid without blocks
        super().__init__(p)
        self.full_width = 1 << (n - 1).bit_length()
        self.exited, self.warnings = [frozenset()] * p.warps, {}
        if p.volta:
            self.entry_bytes = 2 + 16
        self.events, self.steps_taken = scopes.Order(p.consistency == "ptx"), 0
        has_copies = any(i.op == "copy_async" for i in p.instructions[1:-1])
        self.copies = {}
        if has_copies:
            self.watches = True
        self.accesses = copies.Accesses(self.copies)
        mine = [i for i in p.instructions[1:-1] if i.rules[0].__module__ in (__name__, "copies")
                or scopes.is_of_section_13(i)]
        self.section_11 = p.blocked or p.volta or p.shared or mine

    def make_machines(self):
        p, machines, self.by_warp, self.by_block = self.program, [], {}, {}
        self.per_block = -(-self.block_threads // p.threads)
        entries = [(w, [t]) for w in range(p.warps) for t in self.lanes_of(w)] if p.volta else \
            [(w, self.lanes_of(w)) for w in range(p.warps)]
        for number, (warp, lanes) in enumerate(entries):
            active = lanes if p.volta else set(p.active) & set(lanes)
            m = self.machine(self, number, warp, lanes, active)
            m.block, m.joined = warp // self.per_block, -1
            machines.append(m)
            self.by_warp.setdefault(warp, []).append(m)
            self.by_block.setdefault(m.block, []).append(m)
            self.name_threads(m)
        return machines

    def lanes_of(self, warp):
        first = warp % self.per_block * self.program.threads
        return range(min(self.program.threads, self.block_threads - first))

    def name_threads(self, m):
        p, base = self.program, MAX_ADDRESS + 1 + m.block * self.program.shared_size
        for t in m.bank:
            thread = m.warp % self.per_block * p.threads + t
            if p.blocked:
                m.bank[t] |= {"bid": m.program.wrapped(m.block), "btid": m.program.wrapped(thread)}
            offset = 0
            for o in p.shared:
                m.bank[t][o["name"]], offset = base + offset, offset + o["count"]

    def of_block(self, block):
        return self.by_block[block]

    def of_warp(self, warp):
        return self.by_warp[warp]

    def machine_of(self, warp, lane):
        return next((m for m in self.by_warp[warp] if lane in m.bank), None)

    def gone_of(self, m):
        return set(m.bank) if m.stopped else set(m.bank) - m.all_threads

    def gone(self, warp):
        return {t for m in self.by_warp[warp] for t in self.gone_of(m)}

    def line(self, pc):
        i = self.program.instructions[pc] if pc else None
        return {"pc": pc, "line": i and i.line}

    def warn(self, kind, m, threads):
        self.warnings.setdefault((kind, m.pc), {
            "kind": kind, **self.line(m.pc), "warp": m.warp, "threads": sorted(threads),
            "message": kind})

    # Turns

    def turn(self, m):
        if m.stopped or m.joined == self.rounds:
            return
        if not super().turn(m) and all(self.waits(o) for o in self.machines if not o.stopped):
            self.deadlock()

    def step_together(self, m, machines):
        for other in machines:
            if other is not m:
                if other.steps >= self.program.steps:
                    other.limit("steps")
                other.joined = self.rounds

    def is_collective(self, m):
        return self.program.volta and m.instruction and m.instruction.flags.get("by") is collective

    def waits(self, m):
        """Whether a machine waits for what has not come."""
        if self.is_collective(m):
            return passes(check_collective, m) and not complete(m)
        if waits_in_block(m):
            return not all(o.stopped or waits_in_block(o) for o in self.of_block(m.block))
        return musimd.waits(m) and not all(o.stopped or musimd.waits(o) for o in self.machines)

    def deadlock(self):
        waiting = [m for m in self.machines if not m.stopped]
        collectives = [m for m in waiting if self.is_collective(m)]
        lowest = (collectives or waiting)[0]
        entries = [{"warp": m.warp, "threads": sorted(m.active), **self.line(m.pc),
                    "missing": self.places(self.missing(m))} for m in waiting[:MAX_LISTED]]
        kind = "collective-mask" if collectives else "barrier-while-diverged"
        lowest.trap(kind, rule=lowest.instruction.rules[0].__name__, waiting=entries)

    def missing(self, m):
        if self.is_collective(m):
            [t], [mask] = m.active, check_collective(m)
            return [(o, s) for s, o in group_of(m, mask).items() if not meets(m, t, o, s)]
        block = m.instruction.rules == [BB]
        waits = waits_in_block if block else musimd.waits
        machines = self.of_block(m.block) if block else self.machines
        elsewhere = [o for o in machines if not o.stopped and not waits(o)]
        return [(o, t) for o in elsewhere for t in sorted(o.all_threads)]

    def places(self, threads):
        """Where threads are: an entry for those of a warp that continue at the same instruction."""
        groups = {}
        for m, t in threads:
            pcs = [m.pc] if t in m.active else [e[2] if t in e[3] else e[4] for e in m.sync_stack
                                                if t in e[1] | e[3]]
            groups.setdefault((m.warp, pcs[0] if pcs else None), []).append(t)
        return [{"warp": warp, "threads": sorted(lanes), **self.line(pc)}
                for (warp, pc), lanes in groups.items()][:MAX_LISTED]

    # Order

    def agent(self, m, t):
        return m.number if self.program.volta else super().agent(m, t)

    def record(self, m, t):
        agent = self.agent(m, t)
        return {"rule": m.rule.__name__, **self.line(m.pc), "warp": m.warp, "thread": t,
                "step": self.steps_taken, "stamp": self.events.now.get(agent, 0),
                "block": m.block, "kind": self.kinds[t][1]}

    def races_with(self, m, t, agent, record):
        """Whether an access that conflicts races with that of thread t."""
        x, kind = self.kinds[t]
        mine, events = self.agent(m, t), self.events
        if record["stamp"] <= events.seen.get(mine, {}).get(agent, -1):
            return False
        strong = not {kind, record["kind"]} & {"read", "write"}
        if strong and m.block == record["block"]:
            return False
        seen = record["kind"].startswith("update") and events.ptx
        return not (seen and events.is_seen(x, agent, record["step"], mine))

    def race(self, m, t, conflicts):
        others = [r for agent, r in conflicts if self.races_with(m, t, agent, r)]
        if others:
            # The last access before this step, the lowest thread of its step.
            earlier = [r for r in others if r["step"] < self.steps_taken] if self.section_11 else []
            last = max(earlier, key=lambda r: (r["step"], -r["thread"]), default={})
            other = {k: last[k] for k in ("rule", "pc", "line", "warp", "thread") if last}
            if any(last.get("agent") in c.awaited for c in self.copies.values()):
                other["awaited"] = True
            m.trap("race", [t], **({"other": other} if other else {}))

    def find_races(self, m):
        i, self.steps_taken = m.instruction, self.steps_taken + 1
        if i.op == "strong_store":  # the last in the scheduler's order remains
            words = {t: (x, c) for t, x, _, c in m.accesses}
            order = self.order(sorted(words), m.number, m.steps)
            m.accesses = [(t, words[t][0], "update", words[t][1]) for t in order]
            m.stores = dict(words[t] for t in order)
        if i.scope == "block":
            m.accesses = [(t, x, f"{kind}.block", c) for t, x, kind, c in m.accesses]
        self.kinds = {t: (x, kind) for t, x, kind, _ in m.accesses}
        strong = [(self.agent(m, t), x, kind) for t, x, kind, _ in m.accesses
                  if kind not in ("read", "write")]
        reads = set() if i.op == "strong_store" else {(agent, x) for agent, x, _ in strong}
        writes = [(agent, x) for agent, x, kind in strong[::-1] if kind.startswith("update")]
        self.events.read(i, m.block, reads)
        super().find_races(m)
        if strong:
            if self.events.ptx:
                self.events.note_readers(i, m.block, reads)
            self.events.write(i, m.block, list(dict.fromkeys(writes))[::-1], self.steps_taken)
        else:
            for x in m.stores:
                self.events.writes.pop(x, None)

    def valid(self, m, t, x):
        first = MAX_ADDRESS + 1 + m.block * self.program.shared_size
        return first <= x < first + self.program.shared_size or super().valid(m, t, x)

    # Results

    def run(self):
        result, p = super().run(), self.program
        masks = [pc for pc, i in enumerate(p.instructions) if i and i.rules == [AM]]
        if p.volta and masks and self.largest:
            if compared(result) != compared(BlockGrid(p, largest=False).run()):
                warning = {"kind": "activemask", **self.line(masks[0]), "warp": 0, "threads": [],
                           "message": "activemask"}
                result["warnings"] = result.get("warnings", []) + [warning]
        return result

    def states(self):
        states = [self.state(machines) for machines in self.by_warp.values()]
        if any(i and i.rules == [EX] for i in self.program.instructions):
            return [s | {"exited": sorted(gone)} for s, gone in zip(states, self.exited)]
        return states

    def state(self, machines):
        banks = {t: variables for m in machines for t, variables in m.bank.items()}
        return {"active": sorted(t for m in machines for t in m.active), "variables": {
            v: [banks.get(t, {}).get(v) for t in range(self.lanes)]
            for v in self.program.variables}}

    def result(self, outcome, member):
        result, p = super().result(outcome, member), self.program
        size, first = p.shared_size, MAX_ADDRESS + 1
        result["memory"] = {x: c for x, c in self.memory.items() if x < first}
        if p.volta:
            result["model"] = "volta"
        if p.blocked:
            result |= {"blocks": p.grid, "block_threads": p.block}
        if p.shared:
            result["shared"] = [{} for _ in range(p.grid)]
            for x, c in self.memory.items():
                if x >= first:
                    result["shared"][(x - first) // size][(x - first) % size] = c
        if self.warnings:
            result["warnings"] = list(self.warnings.values())
        return result


def compared(result):
    """What decides whether two runs agree."""
    if result["outcome"] == "stop":
        return [result.get(k) for k in ("outcome", "active", "exited", "variables", "memory",
                                        "shared", "per_warp")]
    return [result["outcome"]] + [result["trap"][k] for k in ("kind", "pc") if "trap" in result]
