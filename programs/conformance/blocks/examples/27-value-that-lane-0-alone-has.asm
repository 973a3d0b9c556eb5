; A shuffle from the only lane that has the value: that the others lack it does not matter.
.threads 2
        bnz tid, e
        x = 5
e:      sync
        y = shfl.idx 3, x, 0
        stop
.expect lockstep stop
.expect lockstep var x: 5 _
.expect lockstep var y: 5 5
.expect volta stop
.expect volta var x: 5 _
.expect volta var y: 5 5
.covers SH
