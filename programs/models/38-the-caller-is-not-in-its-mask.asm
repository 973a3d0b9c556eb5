; The caller is not in its mask: example 38 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers volta trap collective-mask 6

        syncwarp 1
        stop
