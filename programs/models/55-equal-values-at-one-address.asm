; Equal values at one address: example 55 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep stack minpc masks stop
.expect lockstep stack minpc masks memory 0: 5
.expect maximal uniform barriers volta trap race 8

        [0] = 5
        stop
