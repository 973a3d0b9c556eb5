; AT: the last warp of a grid to arrive, by its ticket, finds all sums there.
.threads 4
.warps 3
.memory 0: 0 0
        x = tid * 10
        x = x + wid
        y = fetch_add [1], x
        barrier
        c = tid == 0
        bz c, end
        k = fetch_inc [0], 2
end:    sync
        stop
.expect memory 0: 0 192
.covers AT
