; Different values: example 56 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers volta trap race 6

        [0] = tid
        stop
