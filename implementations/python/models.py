"""Section 12 of docs/semantics.md: models of reconvergence, as rules of musimd.py. A warp is a list of
groups, and a policy, the table of parameters, says who joins, steps and meets."""
import musimd
from blocks import (BB, EX, SH, SW, BlockGrid, check_collective, check_mask, compared, group_of,
                    meets, operands, passes)
from musimd import BA, BR, EB, EE, IT, STOP
from within import step_alone

# ---- Parameters


class Policy:
    """A column of the table of parameters, with what a blank means."""

    def __init__(self, join, meet, opens="split", unite=None, reads="group", threads=False,
                 barrier=None, free=True):
        self.join, self.meet, self.opens, self.unite = join, meet, opens, unite
        self.reads, self.threads, self.barrier, self.free = reads, threads, barrier, free


POLICIES = {
    "stack": Policy("post-dominator", "all"),
    "minpc": Policy(None, "all", unite="equal pc", free=False),
    "masks": Policy("declared", "here", unite="who leaves a loop", reads="warp", free=False),
    "maximal": Policy("declared", "here", threads=True, barrier="strict"),
    "uniform": Policy("declared", "here", opens="whole", threads=True, barrier="strict"),
    "barriers": Policy("post-dominator", "wait", threads=True, barrier="waits")}
YIELD, MOVED = 32, object()

# ---- Joins: which instruction joins a branch


def is_branch(i):
    return i.op in ("bz", "bnz")


def successors(program):
    """The control-flow graph. The end is the number after the last instruction."""
    graph, end = {}, len(program.instructions) - 1
    for pc, i in enumerate(program.instructions[1:-1], 1):
        graph[pc] = [end] if i.op in ("stop", "exit") else [i.target] if i.op == "jump" else \
            [pc + 1, i.target] if is_branch(i) or i.op == "branch_mask" else [pc + 1]
    return graph | {end: []}


def reaches(graph, start, goal, avoid=None):
    """Whether a path leads from one instruction to another without a third."""
    seen, todo = set(), [start]
    while todo:
        pc = todo.pop()
        if pc == goal and pc != avoid:
            return True
        if pc != avoid and pc not in seen:
            seen.add(pc)
            todo += graph[pc]
    return False


def post_dominators(program):
    """By branch, the first instruction that all of its paths to the end have in common."""
    graph = successors(program)
    end = len(graph)
    ending = [pc for pc in graph if pc != end and reaches(graph, pc, end)]
    common, known = {pc: {*ending, end} for pc in ending} | {end: {end}}, None
    while known != common:
        known = dict(common)
        for pc in ending[::-1]:
            paths = [common[s] for s in graph[pc] if s in common]
            common[pc] = {pc} | set.intersection(*paths)
    joins = {}
    for pc in ending:
        later = common[pc] - {pc, end}
        if is_branch(program.instructions[pc]) and later:
            joins[pc] = max(later, key=lambda r: len(common[r]))
    return joins


def declared(program):
    """By branch, the sync that closes it: the check of section 7, whose frames are (the branch or
    everywhere that opened it, or 0; whether a block is open)."""
    instructions, closes = program.instructions, {}
    seen, callers, exits, todo = set(), {}, {}, [((0, False), 1)]

    def visit(frame, pc):
        if (frame, pc) not in seen:
            seen.add((frame, pc))
            todo.append((frame, pc))

    def call(frame, inner, *entries):
        callers.setdefault(inner, set()).add(frame)
        for pc in entries:
            visit(inner, pc)
        for pc in exits.get(inner, ()):
            visit(frame, pc)

    def leave(frame, pc):
        exits.setdefault(frame, set()).add(pc)
        for caller in callers[frame]:
            visit(caller, pc)

    while todo:
        frame, pc = todo.pop()
        (opener, in_block), i = frame, instructions[pc] if pc < len(instructions) else None
        in_branch = opener and is_branch(instructions[opener])

        def need(condition):
            if not condition:
                raise SyntaxError(f"needs structured control flow: line {i and i.line}, pc {pc}")
        need(i)
        if is_branch(i):
            if opener == pc:
                visit(frame, i.target)
                visit(frame, pc + 1)
            else:
                call(frame, (pc, in_block), i.target, pc + 1)
        elif i.op == "sync":
            need(in_branch)
            need(closes.setdefault(opener, pc) == pc)
            leave(frame, pc + 1)
        elif i.op == "everywhere":
            call(frame, (pc, True), pc + 1)
        elif i.op == "end_everywhere":
            need(opener and not in_branch)
            leave(frame, pc + 1)
        elif i.op == "stop":
            need(not in_branch)
        elif i.op == "exit":
            need(not in_block)
        elif i.op == "jump":
            visit(frame, i.target)
        else:
            need(i.op != "branch_mask" or in_block)
            need(i.op != "barrier" or frame == (0, False))
            need(i.op not in ("block_barrier", "block_barrier_of") or not in_block)
            if i.op == "branch_mask":
                visit(frame, i.target)
            visit(frame, pc + 1)
    calls = {inner: [f for f in frames if f[0]] for inner, frames in callers.items()}
    grows = any(reaches({**dict.fromkeys(calls, []), **calls}, f, frame)
                for frame in calls for f in calls[frame])
    if grows or len(set(closes.values())) < len(closes):
        raise SyntaxError("needs structured control flow: " + (
            "the stacks grow" if grows else "a sync closes two branches"))
    return closes


# ---- State


class Join:
    """(b, r, M, A): the branch, the instruction at which it joins, whom it expects, who has arrived."""

    def __init__(self, branch, at, expected):
        self.branch, self.at, self.expected, self.arrived, self.void = branch, at, expected, [], False

    def waiting(self):
        return frozenset().union(*self.arrived)

    def is_complete(self):
        return bool(self.arrived) and self.waiting() >= self.expected


class Group(musimd.Machine):
    """(Θ, pc, J), a machine of its own for the data rules. Its warp has the rest of the state."""
    rule = IT

    def __init__(self, of, threads, pc, joins, backs=0, yielded=False):
        self.of, self.active, self.pc, self.joins = of, threads, pc, joins
        self.backs, self.yielded, self.released = backs, yielded, False
        self.gone = {}  # the threads that have gone on by themselves, to which pc: within.py

    def __getattr__(self, name):
        return getattr(self.of, name)

    @property
    def bank(self):
        return self.of.bank

    @bank.setter
    def bank(self, bank):
        self.of.bank = bank

    @property
    def mask(self):
        if self.instruction.op == "shfl" and self.grid.policy.reads == "warp":
            return self.bank.keys()
        return super().mask

    def ahead(self):
        """J, without the joins that are void."""
        return [j for j in self.joins if not j.void]

    def is_alone(self):
        return len(self.groups) == 1 and not any(j.arrived for j in self.ahead())

    def go_back(self, target):
        """Every N-th jump back yields, under `barriers`."""
        if self.grid.yields and target <= self.pc:
            self.backs += 1
            self.yielded = self.backs % self.grid.yields == 0

    def step(self):
        if not (self.grid.within and step_alone(self)):
            self.execute()
        self.of.steps += 1
        if self.grid.policy.unite == "equal pc":
            self.of.unite_equal()

    def execute(self):
        i = self.instruction
        self.rule = IT if not i else CONTROL[i.op] if i.op in CONTROL else \
            collective if self.is_collective() else i.flags.get("by", i.rules[0])
        pc = self.rule(self, i)
        if pc is not MOVED:
            self.pc = pc or self.pc + 1
            self.of.arrive(self)

    # What waits

    def is_collective(self):
        return self.instruction is not None and self.meets(self.instruction)

    def meets(self, i):
        return i.rules[0] in MEETING

    @property
    def control(self):
        return CONTROL

    def barrier(self):
        """BR or BB, if the next instruction is a barrier that has not opened for the group."""
        i = self.instruction
        return i.rules[0] if i and i.rules[0] in (BR, BB) and not self.released else None

    def check(self):
        """The own checks of an instruction that waits."""
        if self.barrier():
            check_barrier(self) if self.barrier() is BR else check_block_barrier(self)
        elif self.is_collective() and self.grid.policy.meet == "wait":
            check_collective(self)

    def is_blocked(self):
        """Whether it waits for what has not come."""
        if self.barrier():
            return not self.grid.opens(self)
        if self.is_collective() and self.grid.policy.meet == "wait":
            return not any(complete(self, t) for t in self.active)
        return False


class Warp(musimd.Machine):
    """M(G, β, Σ, Λ, P)."""

    def __init__(self, grid, number, warp, threads, active):
        super().__init__(grid, number, warp, threads, active)
        self.base, self.active, self.did_stop = self.active, frozenset(), frozenset()
        self.groups = [Group(self, self.base, 1, [])] if self.base else []
        self.stopped = not self.groups

    def find(self, lane):
        """The group of a thread, or the warp if it is in none."""
        return next((g for g in self.groups if lane in g.active), self)

    def joins(self):
        """All that are open, in the order of G and of each J."""
        return list(dict.fromkeys(j for g in self.groups for j in g.ahead()))

    def pc_of(self, lane):
        """Where a thread continues; None of a dormant one."""
        group = self.find(lane)
        waits = (j.at for j in self.joins() if lane in j.waiting())
        return next(waits, None) if group is self else group.gone.get(lane, group.pc)

    def next(self):
        """The group that steps in this turn, if one can."""
        while True:
            lowest = self.program.model == "minpc"
            for group in [min(self.groups, key=lambda g: g.pc)] if lowest else list(self.groups):
                if not group.yielded:
                    group.check()
                    if not group.is_blocked():
                        return group
            if not any(g.yielded for g in self.groups):
                return None
            self.open_yielded()

    def open_yielded(self):
        """Joins where some wait open if all whom they still expect have yielded."""
        yielded = frozenset().union(*(g.active for g in self.groups if g.yielded))
        for g in list(self.groups):
            for k, j in enumerate(g.joins):
                if not j.void and j.arrived and j.expected - j.waiting() <= yielded:
                    j.void = True
                    group = Group(self, j.waiting(), j.at, g.joins[k + 1:])
                    self.groups.insert(0, group)
                    self.arrive(group)
        for g in self.groups:
            g.yielded = False

    def arrive(self, group):
        """S12.16 and S12.17."""
        while (joins := group.ahead()) and joins[0].at == group.pc:
            place, join = self.groups.index(group), joins[0]
            self.groups.remove(group)
            join.arrived.append(group.active)
            if not join.is_complete():
                return
            group = self.close(join, joins[1:], place)

    def close(self, join, outer, place):
        join.void, group = True, Group(self, frozenset(join.expected), join.at, outer)
        self.groups.insert(place, group)
        return group

    def unite_equal(self):
        by_pc = {}
        for g in self.groups:
            by_pc.setdefault(g.pc, []).append(g)
        self.groups = [same[0] for same in by_pc.values()]
        for first, *others in by_pc.values():
            first.active = first.active.union(*(g.active for g in others))

    def unite_leavers(self, branch, before, groups):
        """S12.26: those that leave a loop unite with those that have left it."""
        for g in groups:
            joins = g.ahead()
            if g not in self.groups or not joins or joins[0].branch != branch or joins[0] not in before:
                continue
            for other in self.groups:
                if other is not g and other.pc == g.pc and other.ahead() == joins:
                    other.active |= g.active
                    self.groups.remove(g)
                    break


# ---- Control rules


def BRANCH(m, i):
    """BT, BF and BD."""
    stay, leave = musimd.split(m, i)
    pc, grid, before = m.pc, m.grid, m.ahead()
    if i.target == pc + 1 or not stay or not leave:
        target = pc + 1 if stay or i.target == pc + 1 else i.target
        m.go_back(target)
        m.pc, groups = target, [m]
    else:
        joins, r = before, grid.joins.get(pc)
        opens = grid.policy.opens == "split" or m.active == m.base
        if r and opens and not (joins and joins[0].at == r):
            joins = [Join(pc, r, m.active)] + joins
        on = Group(m.of, stay, pc, joins, m.backs)
        off = Group(m.of, leave, pc, joins, m.backs)
        off.go_back(i.target)
        on.pc, off.pc = pc + 1, i.target
        groups = [off, on] if grid.target_first(pc) else [on, off]
        place = m.groups.index(m)
        m.groups[place:place + 1] = groups
    for g in groups:
        m.of.arrive(g)
    if grid.policy.unite == "who leaves a loop":
        m.of.unite_leavers(pc, before, groups)
    return MOVED


def JUMP(m, i):
    m.go_back(i.target)
    return i.target


def SYNC(m, i):
    return None


def BRANCH_MASK(m, i):
    m.rule = BA
    target = BA(m, i)
    return None if target is musimd.SKIP else JUMP(m, i)


def end(m):
    """S12.18 and S12.19."""
    warp, joins, place = m.of, m.ahead(), m.groups.index(m)
    warp.groups.remove(m)
    warp.all_threads -= m.active
    for j in joins:
        j.expected -= m.active
    for k, j in enumerate(joins):
        if m.grid.policy.opens == "whole":
            j.void = True
            groups = [Group(warp, threads, j.at, joins[k + 1:]) for threads in j.arrived]
            warp.groups[place:place] = groups
            for g in groups:
                warp.arrive(g)
        elif j.is_complete():
            warp.arrive(warp.close(j, joins[k + 1:], place))
            break
    warp.stopped = not warp.groups
    return MOVED


def EXIT(m, i):
    m.rule = EX
    m.require(not m.context_stack, "exit-inside-everywhere")
    m.grid.exited[m.warp] |= m.active
    return end(m)


def STOP_ALL(m, i):
    m.rule = STOP
    m.require(not m.context_stack or m.is_alone(), "stop-while-diverged")
    m.of.did_stop |= m.active
    if m.context_stack:
        m.of.stopped = True
        return MOVED
    return end(m)


def EVERYWHERE(m, i):
    m.rule, warp = EB, m.of
    warp.grow(m.grid.block_bytes)
    warp.context_stack.append((m.active, warp.groups, m.bank, m, warp.base))
    warp.groups, warp.base = [Group(warp, warp.all_threads, m.pc + 1, [])], warp.all_threads
    return MOVED


def END_EVERYWHERE(m, i):
    m.rule, warp = EE, m.of
    m.require(m.context_stack, "end-everywhere-without-everywhere")
    m.require(m.is_alone(), "end-everywhere-while-diverged")
    _, warp.groups, bank, group, warp.base = warp.context_stack.pop()
    if m.program.registers == "restore":
        warp.bank = bank
    warp.grow(-m.grid.block_bytes)
    group.pc = m.pc + 1
    warp.arrive(group)
    return MOVED


# ---- Barriers


def check_barrier(m):
    m.rule = BR
    alone = m.grid.policy.barrier == "waits" or m.is_alone()
    m.require(not m.context_stack and alone, "barrier-while-diverged")


def check_block_barrier(m):
    m.rule = BB
    whole = m.grid.policy.barrier == "waits" or m.active == m.all_threads
    m.require(not m.context_stack and whole, "barrier-while-diverged")
    return [m.value(t, o) for t in sorted(m.active) for o in m.instruction.operands]


def open_barrier(m):
    for g in m.grid.waiting_at(BR, m.grid.machines):
        g.released, g.yielded = True, False
    m.grid.accesses.clear()


def open_block_barrier(m):
    """As in section 11, with groups in place of machines."""
    grid, block = m.grid, m.grid.of_block(m.block)
    waiting = grid.waiting_at(BB, block)
    lowest, form = waiting[0], waiting[0].instruction.variant
    words = [c for g in waiting for c in check_block_barrier(g)]
    m.rule = BB
    for g in waiting:
        g.require(g.instruction.variant == form, "barrier-while-diverged")
    elsewhere = [g for g in waiting if g.pc != lowest.pc]
    gone = any(grid.gone_of(w) for w in block)
    lowest.require(grid.policy.barrier != "strict" or not elsewhere and not gone,
                   "barrier-while-diverged")
    word = {None: 0, "count": sum(map(bool, words)), "and": int(all(words)),
            "or": int(any(words))}[form]
    word = m.fit(min(m.active), word)
    for g in waiting:
        g.released, g.yielded, g.barrier_word = True, False, word
    grid.events.join({grid.agent(w, t) for w in block for t in w.bank})
    if elsewhere:
        grid.warn("barrier-instructions", lowest,
                  {t for g in elsewhere if g.warp == lowest.warp for t in g.active})
    if gone:
        grid.warn("barrier-exited", lowest, grid.gone(lowest.warp))


def pass_barrier(m, i):
    """The group has the turn, and the barrier opens or has opened."""
    if not m.released:
        open_barrier(m) if i.op == "barrier" else open_block_barrier(m)
    if i.destination:
        m.assign(i.destination, dict.fromkeys(m.active, m.barrier_word))
    m.released = False
    return None


# ---- Collectives

MEETING = {rule for op in ("syncwarp", "shuffle", "vote", "match", "reduce", "typed_reduce")
           for rule in musimd.RULES[op][0]}


def mask_of(m, t):
    return m.value(t, m.instruction.operands[0]) % 2**m.program.width


def missing_of(m, t):
    """Lanes of P, as under section 11, that do not meet thread t; under `all`, in its group."""
    there = m.grid.policy.meet == "wait"
    return [(o, s) for s, o in group_of(m, mask_of(m, t)).items()
            if not (there or o is m) or not meets(m, t, o, s)]


def complete(m, t):
    return not missing_of(m, t)


def group_at(m, t):
    """P of thread t, as machines by lane."""
    if m.grid.policy.meet == "here":
        mask = mask_of(m, t)
        return {s: m for s in sorted(m.active) if mask >> s & 1 and mask_of(m, s) == mask}
    return group_of(m, mask_of(m, t))


def collective(m, i):
    grid, warp = m.grid, m.of
    members = {t: m for t in sorted(m.active)}
    if grid.policy.meet == "wait":
        together = [group_of(m, mask_of(m, t)) for t in sorted(m.active) if complete(m, t)]
        members = dict(sorted({s: g for p in together for s, g in p.items()}.items()))
    words = {t: operands(g, t) for t, g in members.items()}
    masks = {}
    for t, g in members.items():
        masks[t] = check_mask(g, t)
        missing = missing_of(g, t) if grid.policy.meet == "all" else []
        if missing:
            waiting = {"warp": m.warp, "threads": [t], **grid.line(g.pc)}
            g.trap("collective-mask", [t], waiting=[{**waiting, "missing": grid.places(missing)}])
    groups = {t: group_at(g, t) for t, g in members.items()}
    rule, everyone = i.rules[0], {s: m for s in m.bank}
    results = {t: rule(g, t, everyone if rule is SH and grid.policy.reads == "warp" else groups[t],
                       words) for t, g in members.items()}
    for t, g in members.items():
        g.assign(g.instruction.destination, {t: results[t]})
    gone = {s for s in grid.gone(m.warp) if any(mask >> s & 1 for mask in masks.values())}
    if gone:
        grid.warn("collective-exited", members[min(members)], gone)
    for mask in sorted(set(masks.values())) if i.rules == [SW] else []:
        p = next(groups[t] for t in members if masks[t] == mask)
        ended = {s for s in gone if mask >> s & 1}
        grid.events.join({grid.agent(warp, s) for s in {*p, *ended}})
    stepping = [g for g in warp.groups if any(o is g for o in members.values())]
    warp.steps += len(stepping) - 1
    for g in stepping:
        staying = g.active - members.keys()
        if staying:
            g.active -= staying
            warp.groups.append(Group(warp, staying, g.pc, g.joins, g.backs, g.yielded))
    for g in stepping:
        g.pc += 1
        warp.arrive(g)
    return MOVED


CONTROL = {"bz": BRANCH, "bnz": BRANCH, "jump": JUMP, "sync": SYNC, "branch_mask": BRANCH_MASK,
           "exit": EXIT, "stop": STOP_ALL, "everywhere": EVERYWHERE,
           "end_everywhere": END_EVERYWHERE, "barrier": pass_barrier, "block_barrier": pass_barrier,
           "block_barrier_of": pass_barrier}

# ---- Turns, order and results


class ModelGrid(BlockGrid):
    """A grid whose warps follow the policy of the program's model."""
    machine = Warp

    def __init__(self, program, side=None, yields=YIELD, within=None):
        if within and program.model != "maximal":
            raise NotImplementedError(f"within {within} under {program.model}")
        self.within, self.policy, self.side = within, POLICIES[program.model], side or "next"
        self.both = side is None and self.policy.free
        self.options = {"yields": yields, "within": within}
        if self.policy.threads:
            program.races = "thread"
        super().__init__(program)
        self.yields = yields if program.model == "barriers" else 0
        self.joins = {"declared": declared, "post-dominator": post_dominators}.get(
            self.policy.join, lambda program: {})(program)
        self.graph, self.section_11 = successors(program), True

    def target_first(self, pc):
        """The side of a branch that runs first."""
        if self.program.model != "masks":
            return self.side == "target"
        back = [reaches(self.graph, s, pc, self.joins.get(pc)) for s in self.graph[pc]]
        return back == [False, True]

    def turn(self, m):
        if m.stopped:
            return
        if m.steps >= self.program.steps:
            m.groups[0].limit("steps")
        group = m.next()
        if group:
            group.step()
        elif all(self.is_stuck(g) for w in self.machines if not w.stopped for g in w.groups):
            self.deadlock()

    def is_stuck(self, g):
        return not g.yielded and g.is_blocked() and passes(Group.check, g)

    def waiting_at(self, rule, warps):
        """The groups that wait at a barrier, by their lowest threads."""
        return [g for w in warps if not w.stopped for g in sorted(w.groups, key=lambda g: min(g.active))
                if g.barrier() is rule and passes(Group.check, g)]

    def opens(self, m):
        """Whether all threads that have not ended, and are not dormant, wait at such a barrier."""
        rule = m.barrier()
        warps = self.machines if rule is BR else self.of_block(m.block)
        waiting = {(g.warp, t) for g in self.waiting_at(rule, warps) for t in g.active}
        return all((w.warp, t) in waiting for w in warps if not w.stopped
                   for t in w.all_threads & w.base)

    def deadlock(self):
        waiting = sorted((g for w in self.machines if not w.stopped for g in w.groups),
                         key=lambda g: (g.warp, min(g.active)))
        collectives = [g for g in waiting if g.is_collective()]
        lowest = (collectives or waiting)[0]
        entries = [{"warp": g.warp, "threads": sorted(g.active), **self.line(g.pc),
                    "missing": self.places(self.missing(g))} for g in waiting]
        kind = "collective-mask" if collectives else "barrier-while-diverged"
        lowest.check()
        lowest.trap(kind, rule=lowest.rule.__name__, waiting=entries)

    def missing(self, g):
        if g.is_collective():
            lost = {s: o for t in sorted(g.active) for o, s in missing_of(g, t)}
            return [(lost[s], s) for s in sorted(lost)]
        rule = g.barrier()
        warps = self.machines if rule is BR else self.of_block(g.block)
        waiting = {(o.warp, t) for o in self.waiting_at(rule, warps) for t in o.active}
        return [(w, t) for w in warps if not w.stopped for t in sorted(w.all_threads & w.base)
                if (w.warp, t) not in waiting]

    def places(self, threads):
        groups = {}
        for m, t in threads:
            groups.setdefault((m.warp, self.by_warp[m.warp][0].pc_of(t)), []).append(t)
        return [{"warp": warp, "threads": lanes, **self.line(pc)}
                for (warp, pc), lanes in groups.items()]

    def machine_of(self, warp, lane):
        m = self.by_warp[warp][0]
        return m.find(lane) if lane in m.bank else None

    def run(self):
        result, p = super().run(), self.program
        branches = [pc for pc, i in enumerate(p.instructions) if i and is_branch(i)]
        if self.both and branches:
            if compared(result) != compared(ModelGrid(p, "target", **self.options).run()):
                warning = {"kind": "side", **self.line(branches[0]), "warp": 0, "threads": [],
                           "message": "side"}
                result["warnings"] = result.get("warnings", []) + [warning]
        return result

    def state(self, machines):
        [m] = machines
        active = m.did_stop if m.stopped else m.base & m.all_threads | m.did_stop
        return super().state(machines) | {"active": sorted(active)}

    def result(self, outcome, member):
        return super().result(outcome, member) | {"model": self.program.model}
