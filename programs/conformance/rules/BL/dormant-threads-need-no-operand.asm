; BL: a thread that is not active need not have the operand.
.threads 4
        c = tid & 1
        bz c, end
        x = tid - 1
        v = ballot x     ; thread 3 votes; 1 does not
end:    sync
        stop
.expect stop
.expect var v: _ 8 _ 8
.covers BL
