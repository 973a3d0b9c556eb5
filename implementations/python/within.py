"""How the threads of a group execute, under `maximal`: S12.56 to S12.58.

Without `within` they step together. It is "synchronous" or "control"."""


def uses_memory(i):
    return "address" in i.flags or i.op == "copy_async"


def goes_alone(group, t):
    """Whether thread t executes its next instruction by itself."""
    pc = group.gone.get(t, group.pc)
    i = group.program.instructions[pc]
    if i is None:
        return False
    if group.grid.within == "synchronous":  # once; then it waits for the others
        return pc == group.pc and uses_memory(i)
    if i.op in ("ballot", "shfl", "activemask") or i.op in group.control:
        return False
    return not group.meets(i)


def step_alone(group):
    """A turn of the first thread that can step by itself; False: no thread can."""
    alone = [t for t in sorted(group.active) if goes_alone(group, t)]
    if not alone:
        return False
    t = group.grid.order(alone, group.number, group.steps)[0]
    one = type(group)(group.of, frozenset([t]), group.gone.get(t, group.pc), [])
    one.execute()
    group.gone[t] = one.pc
    group.pc = min(group.gone.get(u, group.pc) for u in group.active)
    group.gone = {u: pc for u, pc in group.gone.items() if pc != group.pc}
    group.of.arrive(group)
    return True
