; no race where warp 0 stores before the barrier, and warp 1 after it.
.threads 1
.warps 2
        bnz wid, after
        [0] = 1
after:  sync
        barrier
        bz wid, end
        [0] = 2
end:    sync
        stop
.expect stop
.expect memory 0: 2
.covers BR ST
