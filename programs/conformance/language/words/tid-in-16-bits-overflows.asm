; 1000 threads fit a trap word of 16 bits, 33 times their number does not, from thread 993 on.
.threads 1000
.word 16
        x = tid * 33
        stop
.expect trap overflow 4
.covers overflow
