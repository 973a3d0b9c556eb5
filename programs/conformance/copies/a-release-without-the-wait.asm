; A flag that is released before the wait passes on nothing of the copy.
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
        store.release.grid [2], 1
j:      sync
        stop
.expect trap race 11
.covers race AC AG AT ST
