; The first group's sum fits, the second one's does not: reported for the lowest thread of the second.
.threads 4
.word 8
        b = tid & 2
        x = b * 50
        m = 3 << b
        s = reduce.add m, x
        stop
.expect lockstep trap overflow 7 threads: 2
.expect volta trap overflow 7 threads: 2
.covers overflow
