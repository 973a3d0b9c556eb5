; A `jump` from the first half into the second: its threads do both, those that waited do the second.
.threads 2
.memory 0: 0
        bz tid, second
        jump second
second: n = atomic_inc [0]
        sync
        stop
.expect stop
.expect active 0-1
.expect var n: 2 1
.expect steps 7
.covers JP SS SP
