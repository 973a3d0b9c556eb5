; UN: a thread that waits need not have the operand, and its destination stays as it is.
.threads 4
        c = tid & 1
        bz c, end
        x = tid
        p = popc x
        z = clz x
end:    sync
        stop
.expect var p: _ 1 _ 2
.expect var z: _ 63 _ 62
.covers UN
