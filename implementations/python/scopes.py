"""Section 13.3 of docs/semantics.md: scopes and orders, as rules of musimd.py, and what they order.

Vector clocks: clock[a] is the stamp of agent a up to which its accesses are ordered before an
event. What a head publishes are clocks: one for each block, of the heads in that block, whatever their
scopes, and one under None, of the heads whose scope is the grid. A tail of block scope takes the
clock of its block, and one of grid scope also that under None."""
import musimd
from musimd import IT, UPDATES, rule

UPDATES["load"] = lambda w: w
# Accesses of block scope also conflict with strong ones of other blocks.
musimd.CONFLICTS |= {
    "update": ("read", "write", "update.block", "look.block"), "look": ("write", "update.block"),
    "update.block": ("read", "write", "update", "look", "update.block", "look.block"),
    "look.block": ("write", "update", "update.block")}
musimd.CONFLICTS["read"] += ("update.block",)
musimd.CONFLICTS["write"] += ("update.block", "look.block")


@rule("strong_store", by=IT, address=True)
def ST(m, t, x, c):
    m.access(t, x, "update", c)


def scope_of(i):
    """`block` or `grid`: a run is of one grid, so the system is the same."""
    scope = i.variant if i.op == "fence" else i.scope
    return "block" if scope == "block" else "grid"


def acquires(i):
    return (i.order or i.op == "fence") and i.order not in ("relaxed", "release")


def releases(i):
    return (i.order or i.op == "fence") and i.order not in ("relaxed", "acquire")


def is_of_section_13(i):
    if i.op == "fence":
        return i.order not in (None, "acq_rel") or i.variant == "system"
    return i.op == "strong_store" or i.operation == "load" or \
        i.order not in (None, "relaxed") or i.scope not in (None, "grid")


def merged(*clocks):
    result = {}
    for clock in clocks:
        for agent, stamp in clock.items():
            result[agent] = max(stamp, result.get(agent, -1))
    return result


def merged_all(*published):
    """The same, of what heads publish."""
    return {way: merged(*(p[way] for p in published if way in p))
            for way in {way for p in published for way in p}}


class Write:
    """The last write of a location, or one of several updates of one step. It publishes what its
    own heads do, and what it observes if it is an update; so are `steps`, by agent the last step
    of these writes."""

    def __init__(self, agent, block, scope, published, steps):
        self.agent, self.block, self.scope = agent, block, scope
        self.published, self.steps = published, steps

    def is_strong_with(self, agent, block, scope):
        """Whether it and an access of the agent are morally strong."""
        return self.agent == agent or self.block == block or self.scope == scope == "grid"


class Order:
    """What is ordered before the events of each agent."""

    def __init__(self, ptx):
        self.ptx = ptx
        self.now, self.seen = {}, {}
        self.released = {}  # by agent: what its fences publish
        self.observed = {}  # by agent: what its fences can acquire
        self.writes = {}  # by location: what a read may observe
        self.released_at, self.observed_at = {}, {}  # P1 and P2, by agent and location
        self.fences = {}  # P3: what fences that are seq_cst publish
        self.readers = {}  # P4, by location, writer and reader: its stamp, and the step observed

    def clock(self, agent):
        """What is ordered before the agent's current event, and this event."""
        return merged(self.seen.get(agent, {}), {agent: self.now.get(agent, 0)})

    def head(self, agent, block, scope):
        clock = self.clock(agent)
        return {block: clock, None: clock} if scope == "grid" else {block: clock}

    def acquire(self, agent, block, scope, published):
        ways = (block, None) if scope == "grid" else (block,)
        self.seen[agent] = merged(self.seen.get(agent, {}),
                                  *(published[way] for way in ways if way in published))

    def advance(self, agents):
        for agent in agents:
            self.now[agent] = self.now.get(agent, 0) + 1

    def join(self, agents):
        """One event of all these agents."""
        clocks = {id(c): c for c in (self.seen.get(a, {}) for a in agents)}
        clock = merged(*clocks.values(), {a: self.now.get(a, 0) for a in agents})
        self.seen |= dict.fromkeys(agents, clock)
        self.advance(agents)

    def fence(self, i, block, agents):
        scope, in_order = scope_of(i), self.ptx and i.order == "seq_cst"
        for agent in agents:
            if acquires(i):
                self.acquire(agent, block, scope, self.observed.get(agent, {}))
            if in_order:
                self.acquire(agent, block, scope, self.fences)
        heads = {agent: self.head(agent, block, scope) for agent in agents}
        for agent, head in heads.items():
            if releases(i):
                self.released[agent] = self.released.get(agent, {}) | head
            if in_order:
                self.fences = merged_all(self.fences, head)
        self.advance(agents)

    def observes(self, agent, block, scope, x):
        """The last writes of a location, if a strong read observes them."""
        return [w for w in self.writes.get(x, []) if w.is_strong_with(agent, block, scope)]

    def read(self, i, block, reads):
        """Strong reads of one step, as pairs of an agent and a location."""
        for agent, x in reads:
            writes = self.observes(agent, block, scope_of(i), x)
            published = merged_all(*(w.published for w in writes))
            self.observed[agent] = merged_all(self.observed.get(agent, {}), published)
            if self.ptx:
                known = self.observed_at.get((agent, x), {})
                published = self.observed_at[agent, x] = merged_all(known, published)
            if acquires(i):
                self.acquire(agent, block, scope_of(i), published)

    def note_readers(self, i, block, reads):
        """P4: which writes the reads of this step observe."""
        for agent, x in reads:
            for writer, step in merged(
                    *(w.steps for w in self.observes(agent, block, scope_of(i), x))).items():
                known = self.readers.setdefault((x, writer), {}).setdefault(agent, [])
                if not known or known[-1][1] < step:
                    known.append((self.now.get(agent, 0), step))

    def is_seen(self, x, writer, step, agent):
        """P4: whether a read that is ordered before the event of the agent observes the write."""
        clock = self.seen.get(agent, {})
        return any(observed >= step and (reader == agent or stamp <= clock.get(reader, -1))
                   for reader, reads in self.readers.get((x, writer), {}).items()
                   for stamp, observed in reads)

    def write(self, i, block, writes, step):
        """Strong writes of one step, in the scheduler's order."""
        before, scope = {x: self.writes.get(x, []) for _, x in writes}, scope_of(i)
        self.writes |= {x: [] for x in before}
        releasing = set()
        for agent, x in writes:
            published, steps = dict(self.released.get(agent, {})), {agent: step}
            if releases(i):
                head = self.head(agent, block, scope)
                published = merged_all(published, head)
                if self.ptx:
                    self.released_at[agent, x] = self.released_at.get((agent, x), {}) | head
                releasing.add(agent)
            if self.ptx:
                published = merged_all(published, self.released_at.get((agent, x), {}))
            if i.op == "strong_store":
                self.writes[x] = []
            else:
                observed = [w for w in before[x] if w.is_strong_with(agent, block, scope)]
                published = merged_all(published, *(w.published for w in observed))
                steps = merged(steps, *(w.steps for w in observed)) if self.ptx else steps
            self.writes[x].append(Write(agent, block, scope, published, steps))
        self.advance(releasing)
