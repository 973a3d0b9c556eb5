; The paper's v = ↓a is a load.
.threads 2
.const K 1
.memory 0: 3 4
        vx = 1 - tid
        v = ↓vx
        w = ↓ 0
        u=↓tid
        t = ↓K
        stop
.expect var v: 4 3
.expect var w: 3 3
.expect var u: 3 4
.expect var t: 4 4
.covers LD
