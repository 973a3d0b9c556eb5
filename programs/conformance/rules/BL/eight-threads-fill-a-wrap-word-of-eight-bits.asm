; BL: thread 7 is the sign of a word of 8 bits.
.threads 8
.word 8 wrap
        c = tid >= 6
        v = ballot c
        w = ballot 1
        c = tid == 7
        u = ballot c
        stop
.expect var v: -64
.expect var w: -1
.expect var u: -128
.covers BL
