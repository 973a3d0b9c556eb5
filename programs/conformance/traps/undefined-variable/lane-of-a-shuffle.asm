; undefined-variable: a lane that is in the mask and has no such variable (rule SV).
.threads 2
        shfl x, 0
        stop
.expect trap undefined-variable 3
.expect steps 0
.covers undefined-variable
