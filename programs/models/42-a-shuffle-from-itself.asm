; A shuffle from itself: example 42 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers volta stop
.expect lockstep stack minpc masks maximal uniform barriers volta var x: 5 6

        x = tid + 5
        shfl x, tid
        stop
