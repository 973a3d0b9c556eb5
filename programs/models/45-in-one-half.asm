; In one half: example 45 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers trap barrier-while-diverged 9
.expect volta stop
.expect volta warning barrier-exited

        bz tid, j
        block_barrier
j:      sync
        stop
