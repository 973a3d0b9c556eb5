; AT: a barrier orders a store, a fetch_OP and a load.
.threads 1
.warps 2
.memory 0: 0
        bnz wid, other
        [0] = 40
other:  sync
        barrier
        x = fetch_add [0], 1
        barrier
        y = [0]
        a = wid + 1
        [a] = y
        stop
.expect memory 0: 42 42 42
.covers AT BR
