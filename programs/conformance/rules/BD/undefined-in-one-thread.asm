; No branch rule holds where an active thread lacks the variable: it is not dropped, the machine traps (E18).
.threads 4
        c = tid < 3
        bz c, join              ; thread 3 waits
        v = tid
join:   sync
        bz v, end
end:    sync
        stop
.expect trap undefined-variable 7
.expect active 0-3
.expect var v: 0 1 2 _
.expect steps 5
.expect stat max_sync_depth == 1
.expect stat branches_divergent == 1
.covers BD undefined-variable
