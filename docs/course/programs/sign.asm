; The sign of a word: a conditional in one side of another.
.threads 8
.memory 0: 5 -2 0 -7 0 3 9 -1
        x = [tid]
        s = 1
        positive = x > 0
        bnz positive, outer
        s = 0
        negative = x < 0
        bz negative, inner
        s = 0 - 1
inner:  sync
outer:  sync
        a = tid + warp_size
        [a] = s
        stop
.expect memory 8: 1 -1 0 -1 0 1 1 -1
.expect stat max_sync_depth == 2
