; All read what was there before the step.
.threads 4
        x = tid + 10
        x = shfl.xor 15, x, 1
        x = shfl.xor 15, x, 2
        stop
.expect lockstep stop
.expect lockstep var x: 13 12 11 10
.expect volta stop
.expect volta var x: 13 12 11 10
.covers SH
