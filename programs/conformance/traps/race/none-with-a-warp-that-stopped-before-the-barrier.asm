; no race where the storing warp had stopped by the time that the barrier opened.
.threads 1
.warps 2
        bz wid, writer
        sync
        barrier             ; warp 1 waits until warp 0 has stopped
        x = [0]
        [1] = x
        stop
writer: sync
        [0] = 9
        stop
.expect stop
.expect memory 0: 9 9
.covers BR STOP
