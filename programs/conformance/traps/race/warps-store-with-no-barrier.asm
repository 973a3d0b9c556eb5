; race: two warps store to one address with no barrier between; it is reported at the later store.
.threads 1
.warps 2
        x = wid + 1
        [0] = x              ; warp 1
        stop
.expect trap race 5
.expect memory 0: 1
.expect steps 3
.covers ST race
