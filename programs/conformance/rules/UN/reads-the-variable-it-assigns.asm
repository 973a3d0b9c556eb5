; UN: the destination may be the operand.
.threads 4
        x = tid + 12
        x = popc x       ; 12, 13, 14, 15
        y = 1
        y = clz y
        stop
.expect var x: 2 3 3 4
.expect var y: 63 63 63 63
.covers UN
