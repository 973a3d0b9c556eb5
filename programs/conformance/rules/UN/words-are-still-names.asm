; UN: popc and clz are words only before their operand; variables and labels may have these names.
.threads 1
        popc = 6
        clz = popc -1    ; a difference
        a = popc
        b = popc + clz
        c = popc popc
        d = clz clz
        popc = clz(popc)
        jump clz
popc:   stop
clz:    jump popc
.expect var a: 6
.expect var b: 11
.expect var c: 2
.expect var d: 61
.expect var popc: 61
.expect var clz: 5
.covers UN JP
