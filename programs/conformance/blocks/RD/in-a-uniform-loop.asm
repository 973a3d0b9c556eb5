; A reduction in a loop that all repeat equally often.
.threads 4
        i = 0
        s = tid
l:      c = i < 3
        bz c, e
        s = reduce.add 15, s
        i = i + 1
        jump l
e:      sync
        stop
.expect lockstep stop
.expect lockstep var s: 96 96 96 96
.expect volta stop
.expect volta var s: 96 96 96 96
.covers RD
