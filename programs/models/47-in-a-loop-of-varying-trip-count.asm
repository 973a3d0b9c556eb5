; In a loop of varying trip count: example 47 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers trap barrier-while-diverged 12
.expect volta stop
.expect volta var i: 0 1
.expect volta warning barrier-exited

        i = 0
l:      c = i < tid
        bz c, e
        block_barrier
        i = i + 1
        jump l
e:      sync
        stop
