; A vote against a barrier: example 50 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep stack minpc barriers volta trap collective-mask 8
.expect masks maximal uniform stop

        bz tid, e
        syncwarp 3
e:      sync
        block_barrier
        stop
