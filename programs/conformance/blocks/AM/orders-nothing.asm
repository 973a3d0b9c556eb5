; That threads are together does not order their accesses.
.threads 2
        [tid] = tid
        m = activemask
        o = 1 - tid
        x = [o]
        stop
.expect lockstep stop
.expect lockstep var x: 1 0
.expect volta trap race 6 threads: 0
.covers AM race
