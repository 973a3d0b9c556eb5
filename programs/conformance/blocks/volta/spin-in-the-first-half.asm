; In lock step the half that spins runs first, and the other never; independent threads end.
.steps 300
.threads 2
.memory 0: 0
        bz tid, e
r:      f = fetch_or [0], 0
        bz f, r
        sync
        jump j
e:      k = fetch_add [0], 1
j:      sync
        stop
.expect lockstep limit steps
.expect volta stop
.expect volta memory 0: 1
.covers AT
