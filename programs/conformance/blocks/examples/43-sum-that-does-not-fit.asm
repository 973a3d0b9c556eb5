; A typed reduction wraps in its type; one without a type is a sum in ℤ, which must fit the word.
.threads 2
.word 8
        t = reduce.add.i8 3, 100
        s = reduce.add 3, 100
        stop
.expect lockstep trap overflow 5 threads: 0
.expect lockstep var t: -56 -56
.expect volta trap overflow 5 threads: 0
.expect volta var t: -56 -56
.covers RD overflow
