; A `fetch_cas` that fails is an atomic: what was passed on through the word before it is ordered.
.threads 1
.block 2
.memory 1: 0
        bz wid, a
        y = 1
        y = 2
        y = 3
        f = fetch_cas [1], 5, 6
        fence.block
        x = [0]
        exit
a:      [0] = 42
        fence.block
        k = fetch_add [1], 1
        exit
.expect lockstep stop
.expect lockstep var x warp 1: 42
.expect lockstep var f warp 1: 1
.expect volta stop
.expect volta var x warp 1: 42
.expect volta var f warp 1: 1
.covers FE AT
