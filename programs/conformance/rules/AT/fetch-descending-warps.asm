; AT: the order of warps shows, too: under .order descending warp 2 comes first.
.threads 1
.warps 3
.order descending
.memory 0: 100 0 0 0
        x = fetch_sub [0], 10
        a = wid + 1
        [a] = x
        stop
.expect memory 0: 70 80 90 100
.covers AT
