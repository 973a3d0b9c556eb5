; AR: a thread that waits may have 0, and need not have the operand.
.threads 4
        bz tid, end
        x = tid
        assert tid
        assert x
end:    sync
        stop
.expect stop
.expect var x: _ 1 2 3
.covers AR
