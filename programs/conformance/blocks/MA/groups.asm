; Equal values in different groups do not match.
.threads 4
        b = tid & 2
        m = 3 << b
        a = match.any m, 5
        k = min tid, 1
        e = match.all m, k
        stop
.expect lockstep stop
.expect lockstep var a: 3 3 12 12
.expect lockstep var e: 0 0 12 12
.expect volta stop
.expect volta var a: 3 3 12 12
.expect volta var e: 0 0 12 12
.covers MA
