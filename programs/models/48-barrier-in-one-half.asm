; Barrier in one half: example 48 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep stack minpc barriers volta trap barrier-while-diverged 8
.expect masks maximal uniform error

        bz tid, j
        barrier
j:      sync
        stop
