; min and max take operands with signs.
.threads 1
        a = min -1, +2
        b = max -1,-2
        c = min tid, warp_size
        stop
.expect var a: -1
.expect var b: -1
.expect var c: 0
.covers BP
