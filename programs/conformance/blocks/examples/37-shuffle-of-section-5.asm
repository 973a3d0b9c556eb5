; `shfl` without a mask reads only lanes of the own machine: an independent thread reads itself alone, and its x becomes
; undefined.
.threads 2
        x = tid
        o = 1 - tid
        shfl x, o
        y = x
        stop
.expect lockstep stop
.expect lockstep var y: 1 0
.expect volta trap undefined-variable 7
.covers undefined-variable
