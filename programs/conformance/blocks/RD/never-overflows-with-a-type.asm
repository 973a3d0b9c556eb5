; With a type the sum wraps in the type, in a `trap` word of the same width too.
.threads 4
.word 8
        s = reduce.add.i8 15, 100
        u = reduce.add.u8 15, 100
        stop
.expect lockstep stop
.expect lockstep var s: -112 -112 -112 -112
.expect lockstep var u: -112 -112 -112 -112
.expect volta stop
.expect volta var s: -112 -112 -112 -112
.expect volta var u: -112 -112 -112 -112
.covers RD
