; SIMT-Step's test of its model SM, in which threads wait for each other at accesses, which then happen in any order:
;
;     first = tid == 0 ? x : y;  second = the other;  store(first, 1);  store(second, 2);  subgroupBarrier();
;     assert(x == 2 && y == 2);
;
; Source: sm.comp (Fig. 2), as in simt-step-cm.asm; there x and y are parts of one word. All first stores come before all
; second ones where warps run in lock step, and in this schedule under volta. Where threads are independent, nothing but the
; schedule orders them.
.threads 2
.memory 0: 0 0
        second = 1 - tid
        store.relaxed.grid [tid], 1
        store.relaxed.grid [second], 2
        syncwarp 3
        x = load.relaxed.grid [0]
        y = load.relaxed.grid [1]
        stop
.expect lockstep stack minpc masks maximal uniform barriers volta stop
.expect lockstep stack minpc masks maximal uniform barriers volta var x: 2 2
.expect lockstep stack minpc masks maximal uniform barriers volta var y: 2 2
