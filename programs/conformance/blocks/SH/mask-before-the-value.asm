; The mask is checked before the value: in lock step thread 0 is missing. Of independent threads it has stopped, and its lane
; is not read.
.threads 2
        bz tid, e
        y = shfl.idx 3, x, 0
e:      sync
        x = 1
        stop
.expect lockstep trap collective-mask 5 threads: 1
.expect volta stop
.expect volta var y: _ _
.expect volta warning collective-exited 5
.covers SH collective-mask
