; Reading that variable is the trap, of the lowest thread.
.threads 4
        b = tid & 2
        m = 3 << b
        y = shfl.idx m, tid, 3
        z = y
        stop
.expect lockstep trap undefined-variable 6 threads: 0
.expect volta trap undefined-variable 6 threads: 0
.covers SH undefined-variable
