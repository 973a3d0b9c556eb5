; overflow: a result that is never read must fit too.
.threads 1
.word 16
        unused = 200 * 200
        stop
.expect trap overflow 4
.covers overflow
