; A shuffle makes the threads wait for each other, but orders no memory.
.threads 2
        [tid] = tid
        z = shfl.xor 3, tid, 1
        o = 1 - tid
        x = [o]
        stop
.expect lockstep stop
.expect lockstep var x: 1 0
.expect volta trap race 6 threads: 0
.covers SH race
