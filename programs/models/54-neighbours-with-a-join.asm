; Neighbours, with a join: example 54 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep stack minpc masks stop
.expect lockstep stack minpc masks var x: 1 0
.expect maximal uniform barriers volta trap race 14

        bz tid, e
        [1] = 1
        jump j
e:      [0] = 0
j:      sync
        o = 1 - tid
        x = [o]
        stop
