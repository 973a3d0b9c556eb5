; After an early return: example 49 of section 12 of docs/semantics.md.
.threads 4
.steps 300
.expect lockstep minpc masks barriers volta stop
.expect lockstep minpc masks barriers volta warning barrier-exited
.expect stack stop
.expect stack warning barrier-exited
.expect stack warning side
.expect maximal uniform trap barrier-while-diverged 15

        c = tid == 3
        bz c, g
        exit
g:      sync
        block_barrier
        stop
