; `shfl` from the own lane is defined, from another one it is not.
.threads 2
        x = tid
        shfl x, tid
        y = tid
        shfl y, 0
        stop
.expect lockstep stop
.expect lockstep var x: 0 1
.expect lockstep var y: 0 0
.expect volta stop
.expect volta var x: 0 1
.expect volta var y: 0 _
.covers SV
