; neighbours-in-lock-step.asm with a `syncwarp` between the stores and the loads: the same on all machines that have it.
; (SPIR-V: OpControlBarrier of scope Subgroup, with memory semantics. ISPC needs none.)
.threads 4
.block 4
.shared box 4
        a = box + btid
        [a] = tid
        b = a ^ 1
        syncwarp 15
        x = [b]
        stop
.expect lockstep stop
.expect lockstep var x: 1 0 3 2
.expect volta stop
.expect volta var x: 1 0 3 2
