; Any value but 0 counts.
.threads 4
        x = tid - 2
        b = vote.ballot 15, x
        a = vote.any 15, x
        l = vote.all 15, x
        n = vote.any 15, 0
        y = vote.all 15, -7
        stop
.expect lockstep stop
.expect lockstep var b: 11 11 11 11
.expect lockstep var a: 1 1 1 1
.expect lockstep var l: 0 0 0 0
.expect lockstep var n: 0 0 0 0
.expect lockstep var y: 1 1 1 1
.expect volta stop
.expect volta var b: 11 11 11 11
.expect volta var a: 1 1 1 1
.expect volta var l: 0 0 0 0
.expect volta var n: 0 0 0 0
.expect volta var y: 1 1 1 1
.covers VO
