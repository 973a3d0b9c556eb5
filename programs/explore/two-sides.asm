; Two branches of a reconvergence stack, each with a first side of its own: four results.
.model stack
.threads 2
.memory 0: 0 0
        bz tid, e
        t = fetch_add [0], 1
        jump j
e:      t = fetch_add [0], 1
j:      sync
        bz tid, f
        u = fetch_add [1], 1
        jump k
f:      u = fetch_add [1], 1
k:      sync
        stop
.expect stop
.expect var t: 1 0
.expect var u: 1 0
.expect warning side
