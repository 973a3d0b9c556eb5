; A shuffle from a lane that the partial warp does not have: the variable becomes undefined, and reading it is the trap, in
; warp 1.
.threads 2
.block 3
        x = shfl.xor 3, tid, 1
        y = x
        stop
.expect lockstep trap undefined-variable 6
.expect volta trap undefined-variable 6
.covers SH undefined-variable
