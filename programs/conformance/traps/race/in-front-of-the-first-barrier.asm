; race: a barrier comes too late for two accesses before it.
.threads 1
.warps 2
        [0] = wid
        barrier
        stop
.expect trap race 4
.expect memory 0: 0
.expect stat by_instruction.barrier == 0
.covers race
