; The order of warps: turn 0 of .order random sorts warps by (key(seed, 2^64 - 1, 0, w), w), here of seed 3.
.threads 1
.warps 6
.order random 3
.memory 0: 0
        x = atomic_inc [0]
        a = wid + 1
        [a] = x
        stop
.expect memory 0: 6 4 5 6 2 3 1
.covers AT
