; A loop within a block: threads leave it one by one, dormant ones among them, and the block ends with all.
.threads 64
.active 0
.memory 0: 0
        everywhere
        i = 0
again:  i = i + 1
        more = i < tid
        bnz more, again
        sync
        n = atomic_inc [0]
        end_everywhere
        stop
.expect stop
.expect active 0
.expect memory 0: 64
.expect var i: 1 1 2 3 4 5
.expect steps 257                               ; 63 rounds of 3 and a `sync`, and 5
.expect stat branches_divergent == 62
.expect stat branches_uniform == 1
.covers BD SS SP EB
