; A shuffle from a lane that waits: example 39 of section 12 of docs/semantics.md.
.threads 4
.steps 300
.expect lockstep stack minpc maximal uniform barriers volta stop
.expect lockstep stack minpc maximal uniform barriers volta var x: _ _ 20 30
.expect masks stop
.expect masks var x: 30 30 20 30

        x = tid * 10
        c = tid < 2
        bz c, j
        shfl x, 3
j:      sync
        stop
