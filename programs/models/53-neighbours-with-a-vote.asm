; Neighbours, with a vote: example 53 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep stack minpc masks stop
.expect lockstep stack minpc masks var x: 1 0
.expect maximal uniform barriers volta trap race 11

        [tid] = tid
        z = vote.any 3, 1
        o = 1 - tid
        x = [o]
        stop
