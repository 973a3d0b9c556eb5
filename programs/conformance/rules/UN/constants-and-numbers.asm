; UN: the operand may be a constant, tid or wid. Before a sign it needs parentheses.
.threads 2
.warps 2
.const MASK 0xff
        a = popc MASK
        b = popc 7
        c = popc (-1)
        d = clz(-1)
        e = clz (+1)
        f = popc wid
        barrier
        w = wid
        stop
.expect var a: 8 8
.expect var b: 3 3
.expect var c: 64 64
.expect var d: 0 0
.expect var e: 63 63
.expect var f: 0 0
.covers UN
