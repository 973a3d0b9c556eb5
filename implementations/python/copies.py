"""Section 13.4 of docs/semantics.md: asynchronous copies, as rules of musimd.py.

Each copy is an agent ("copy", thread, number) with one event, whose stamp is 0. A wait puts the agents of
the copies that have ended among what the waiting agent has seen."""
import musimd
from musimd import rule
from scopes import merged


class Copies:
    """Those of one thread: of each group the agents, and the agents that are in no group yet."""

    def __init__(self):
        self.count, self.groups, self.begun, self.awaited = 0, [], [], set()


def copy(m, i):
    m.accesses, m.stores = [], {}
    for t in sorted(m.active):
        m.rule = musimd.LD
        s = m.value(t, i.operands[1])
        m.require(m.grid.valid(m, t, s), "invalid-address", [t])
        c = musimd.MM(m, t, s)
        m.rule = musimd.ST
        d = m.value(t, i.operands[0])
        m.require(m.grid.valid(m, t, d), "invalid-address", [t])
        m.accesses += [(t, s, "read", None), (t, d, "write", c)]
    find_races(m)
    for _, d, kind, c in m.accesses:
        if kind == "write":
            m.stores[d] = c
            m.grid.events.writes.pop(d, None)
    m.memory.update(m.stores)


def find_races(m):
    grid, first, now = m.grid, {}, {}
    grid.steps_taken += 1
    for t, x, kind, c in m.accesses:
        if kind == "write" and first.setdefault(x, (t, c))[1] != c:
            m.trap("race", [first[x][0], t])
    agents = {t: ("copy", (m.warp, t), of_thread(m, t).count + 1) for t in m.active}
    for t, x, kind, _ in m.accesses:
        record = {"rule": rule_of(kind).__name__, **grid.line(m.pc), "warp": m.warp, "thread": t,
                  "step": grid.steps_taken, "stamp": 0, "block": m.block, "kind": kind, "agent": agents[t]}
        now.setdefault((x, kind), {})[agents[t]] = record
    apart = m.program.volta or m.program.races == "thread"  # else what a warp does is one event
    for t, x, kind, _ in m.accesses:
        m.rule, grid.kinds = rule_of(kind), {t: (x, kind)}
        known = [grid.accesses, now] if apart else [grid.accesses]
        grid.race(m, t, [(agent, record) for of in known for other in musimd.CONFLICTS[kind]
                         for agent, record in of.get((x, other), {}).items()
                         if agent not in (grid.agent(m, t), agents[t])])
    for where, records in now.items():
        grid.accesses.setdefault(where, {}).update(records)
    for t, agent in agents.items():
        of_thread(m, t).count += 1
        of_thread(m, t).begun.append(agent)


def rule_of(kind):
    return musimd.LD if kind == "read" else musimd.ST


def of_thread(m, t):
    return m.grid.copies.setdefault((m.warp, t), Copies())


def commit(m, i):
    for t in m.active:
        copies = of_thread(m, t)
        copies.groups.append(copies.begun)
        copies.begun = []


def wait(m, i):
    for t in m.active:
        copies, agent = of_thread(m, t), m.grid.agent(m, t)
        ended = max(len(copies.groups) - i.operands[0], 0)
        done = {a for group in copies.groups[:ended] for a in group}
        copies.groups = copies.groups[ended:]
        copies.awaited |= done
        seen = m.grid.events.seen
        seen[agent] = merged(seen.get(agent, {}), dict.fromkeys(done, 0))


class Accesses(dict):
    """The accesses of a grid. A barrier leaves those of copies that nobody has waited for."""

    def __init__(self, copies):
        super().__init__()
        self.copies = copies

    def clear(self):
        awaited = {a for c in self.copies.values() for a in c.awaited}
        for records in self.values():
            for agent in list(records):
                if records[agent].get("agent") in awaited | {None}:
                    del records[agent]


@rule("copy_async", by=copy)
def AC(m, t):
    return None


@rule("async_commit", by=commit)
def AG(m, t):
    return None


@rule("async_wait", by=wait)
def AW(m, t):
    return None
