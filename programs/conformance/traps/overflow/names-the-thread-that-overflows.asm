; overflow: the lowest thread whose result does not fit is reported.
.threads 4
.word 8
        x = tid * 40
        y = x + x
        stop
.expect trap overflow 5 threads: 2
.covers overflow
