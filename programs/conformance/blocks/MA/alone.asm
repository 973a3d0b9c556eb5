; A group of one thread agrees with itself.
.threads 4
        m = 1 << tid
        a = match.all m, tid
        y = match.any m, 0
        stop
.expect lockstep stop
.expect lockstep var a: 1 2 4 8
.expect lockstep var y: 1 2 4 8
.expect volta stop
.expect volta var a: 1 2 4 8
.expect volta var y: 1 2 4 8
.covers MA
