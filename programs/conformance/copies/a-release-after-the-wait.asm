; A flag that is released after the wait passes on what was waited for.
.threads 1
.block 1
.grid 2
.memory 0: 5 0 0
        bz bid, z
l:      f = load.acquire.grid [2]
        e = f == 0
        bnz e, l
        sync
        v = [1]
        jump j
z:      copy.async [1], [0]
        async.commit
        async.wait 0
        store.release.grid [2], 1
j:      sync
        stop
.expect stop
.expect var v warp 1: 5
.covers AC AG AW AT ST
