; Under `.races thread` a `syncwarp` orders the threads in lock step too.
.threads 2
.races thread
        [tid] = tid
        syncwarp 3
        o = 1 - tid
        x = [o]
        stop
.expect lockstep stop
.expect lockstep var x: 1 0
.expect volta stop
.expect volta var x: 1 0
.covers SW
