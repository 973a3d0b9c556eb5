; SV does not apply where the lane is in the mask but has no such variable.
.threads 4
        c = tid == 3
        bnz c, join         ; 3 waits, and never has an x
        x = tid
join:   sync
        shfl x, 3
        stop
.expect trap undefined-variable 7
.expect var x: 0 1 2 _
.covers undefined-variable SP
