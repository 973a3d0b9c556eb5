; A `fetch_cas` that succeeds is an update.
.threads 1
.block 2
.memory 1: 0
        bz wid, a
        y = 1
        y = 2
        y = 3
        f = fetch_or [1], 0
        fence.block
        x = [0]
        exit
a:      [0] = 42
        fence.block
        k = fetch_cas [1], 0, 6
        exit
.expect lockstep stop
.expect lockstep var x warp 1: 42
.expect lockstep var f warp 1: 6
.expect volta stop
.expect volta var x warp 1: 42
.expect volta var f warp 1: 6
.covers FE AT
