; Each group has its own answer, in one instruction.
.threads 4
        b = tid & 2
        m = 3 << b
        a = vote.all m, tid
        n = vote.any m, b
        w = vote.ballot m, tid
        stop
.expect lockstep stop
.expect lockstep var a: 0 0 1 1
.expect lockstep var n: 0 0 1 1
.expect lockstep var w: 2 2 12 12
.expect volta stop
.expect volta var a: 0 0 1 1
.expect volta var n: 0 0 1 1
.expect volta var w: 2 2 12 12
.covers VO
