; A reduction with a type and one without do not meet, though the results would be the same.
.threads 2
        bz tid, e
        y = reduce.add 3, tid
        jump j
e:      y = reduce.add.i32 3, tid
j:      sync
        stop
.expect lockstep trap collective-mask 4 threads: 1
.expect volta trap collective-mask 6 threads: 0
.covers collective-mask
