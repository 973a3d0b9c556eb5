; Threads 0 to 3 of warp 0 store, then those of warp 1 load: reported for thread 0 of warp 1.
.threads 4
.block 8
.shared s 4
        a = s + tid
        bz wid, w
        b = s + 3
        b = b - tid
        x = [b]
        exit
w:      [a] = tid
        sync
        stop
.expect lockstep trap race 9 warp 1 threads: 0
.expect volta trap race 9 warp 1 threads: 0
.covers race
