; Four blocks of four threads: each adds up its threads, and the last to be counted adds up the blocks.
.threads 4
.block 4
.grid 4
.memory 8: 0
        v = reduce.add 15, btid
        v = v + bid
        bnz tid, done
        [bid] = v
        fence.grid
        k = fetch_add [8], 1
        last = k == 3
        bz last, no
        fence.grid
        s = 0
        i = 0
l:      c = i < 4
        bz c, e
        t = [i]
        s = s + t
        i = i + 1
        jump l
e:      sync
        [9] = s
no:     sync
done:   sync
        stop
.expect lockstep stop
.expect lockstep memory 0: 6 7 8 9
.expect lockstep memory 8: 4 30
.expect volta stop
.expect volta memory 0: 6 7 8 9
.expect volta memory 8: 4 30
.covers FE RD AT
