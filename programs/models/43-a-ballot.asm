; A ballot: example 43 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers stop
.expect lockstep stack minpc masks maximal uniform barriers var b: 3 3
.expect volta stop
.expect volta var b: 1 2

        b = ballot 1
        stop
