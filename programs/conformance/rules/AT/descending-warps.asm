; The order of warps: under .order descending warp 2 has its turn before warp 0.
.threads 1
.warps 3
.order descending
.memory 0: 0
        x = atomic_inc [0]
        a = wid + 1
        [a] = x
        stop
.expect memory 0: 3 3 2 1
.covers AT
