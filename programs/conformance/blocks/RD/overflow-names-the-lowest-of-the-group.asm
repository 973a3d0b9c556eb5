; The group without thread 0 does not fit: thread 1 is its lowest.
.threads 4
.word 8
        m = 14
        bnz tid, g
        m = 1
g:      sync
        x = tid * 40
        s = reduce.add m, x
        stop
.expect lockstep trap overflow 9 threads: 1
.expect volta trap overflow 9 threads: 1
.covers overflow
