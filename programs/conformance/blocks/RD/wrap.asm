; In a `wrap` word the sum is taken modulo 256.
.threads 4
.word 8 wrap
        s = reduce.add 15, 100
        stop
.expect lockstep stop
.expect lockstep var s: -112 -112 -112 -112
.expect volta stop
.expect volta var s: -112 -112 -112 -112
.covers RD
