; An exchange is an update, and observes what was there.
.steps 300
.threads 1
.block 1
.grid 2
.memory 1: 0 0
        bz bid, z
        n = 0
        n = 0
        k = fetch_exch [1], 2
        fence.acquire.grid
        v = [0]
        jump j
z:      [0] = 7
        store.release.grid [1], 1
j:      sync
        stop
.expect lockstep stop
.expect lockstep var v warp 1: 7
.expect volta stop
.expect volta var v warp 1: 7
.covers AT ST FE
