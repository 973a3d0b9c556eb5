; UN: the operand is read by MV; the lowest active thread that lacks it is reported.
.threads 4
        c = tid < 2
        bz c, end
        x = tid
end:    sync
        p = popc x
        stop
.expect trap undefined-variable 7 threads: 2
.expect var p: _ _ _ _
.covers undefined-variable
