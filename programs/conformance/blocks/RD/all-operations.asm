; The six operations on 4, 5, 6 and 7.
.threads 4
        x = tid + 4
        a = reduce.add 15, x
        b = reduce.min 15, x
        c = reduce.max 15, x
        d = reduce.and 15, x
        e = reduce.or 15, x
        f = reduce.xor 15, x
        stop
.expect lockstep stop
.expect lockstep var a: 22 22 22 22
.expect lockstep var b: 4 4 4 4
.expect lockstep var c: 7 7 7 7
.expect lockstep var d: 4 4 4 4
.expect lockstep var e: 7 7 7 7
.expect lockstep var f: 0 0 0 0
.expect volta stop
.expect volta var a: 22 22 22 22
.expect volta var b: 4 4 4 4
.expect volta var c: 7 7 7 7
.expect volta var d: 4 4 4 4
.expect volta var e: 7 7 7 7
.expect volta var f: 0 0 0 0
.covers RD
