; BL requires the operand of every active thread: the lowest that has none is reported, by MV.
.threads 4
        c = tid & 1
        bz c, end
        x = 5
end:    sync
        v = ballot x     ; thread 0 has no x
        stop
.expect trap undefined-variable 7
.expect var v: _ _ _ _
.covers MV undefined-variable
