; BL: threads that are done stay in the loop until a ballot says that all are: a uniform loop.
.threads 4
        n = tid
        k = 0
loop:   left = ballot n
        go = left != 0
        bz go, end
        k = k + 1
        n = max n, 1
        n = n - 1
        jump loop
end:    sync
        stop
.expect var k: 3 3 3 3
.expect stat branches_divergent == 0
.covers BL
