; Only the active threads need the operand: thread 0, which waits, has none.
.threads 4
        everywhere
        bz tid, join
        v = tid
        branch_mask v, join
        x = 1
join:   sync
        end_everywhere
        stop
.expect stop
.expect var v: _ 1 2 3
.expect var x: _ _ _ _
.expect steps 8
.covers BA
