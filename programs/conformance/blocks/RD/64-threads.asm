; The sum of 64 lanes.
.threads 64
        s = reduce.add -1, tid
        stop
.expect lockstep stop
.expect lockstep var s: 2016 2016
.expect volta stop
.expect volta var s: 2016 2016
.covers RD
