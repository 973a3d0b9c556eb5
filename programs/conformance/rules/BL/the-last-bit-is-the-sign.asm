; BL: 64 threads fill the word; thread 63 is its sign, and a trapping word does not trap.
.threads 64
        c = tid == 63
        v = ballot c
        w = ballot 1
        c = tid < 63
        u = ballot c
        stop
.expect stop
.expect var v: -9223372036854775808
.expect var w: -1
.expect var u: 9223372036854775807
.covers BL
