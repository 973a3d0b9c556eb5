; Equal values, negative ones too.
.threads 4
        k = tid / 2
        k = 0 - k
        m = match.any 15, k
        a = match.all 15, k
        e = match.all 15, -3
        stop
.expect lockstep stop
.expect lockstep var m: 3 3 12 12
.expect lockstep var a: 0 0 0 0
.expect lockstep var e: 15 15 15 15
.expect volta stop
.expect volta var m: 3 3 12 12
.expect volta var a: 0 0 0 0
.expect volta var e: 15 15 15 15
.covers MA
