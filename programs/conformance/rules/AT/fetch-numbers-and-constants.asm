; AT: the address and the operands may be constants, with a sign too, tid and wid.
.threads 1
.warps 2
.const LOCK 3
.memory 3: 10
        x = fetch_add [LOCK], -4
        y = fetch_add [+3], +1
        barrier
        z = fetch_max [LOCK], wid
        stop
.expect memory 3: 4
.covers AT
