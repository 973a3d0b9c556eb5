; A shuffle with a mask, from there: example 40 of section 12 of docs/semantics.md.
.threads 4
.steps 300
.expect lockstep stack minpc maximal uniform barriers volta stop
.expect lockstep stack minpc maximal uniform barriers volta var y: _ _ _ _
.expect masks stop
.expect masks var y: 30 30 _ _

        x = tid * 10
        c = tid < 2
        bz c, j
        y = shfl.idx 3, x, 3
j:      sync
        stop
