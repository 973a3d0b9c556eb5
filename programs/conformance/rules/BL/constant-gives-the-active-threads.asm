; BL: the ballot of a constant that is not 0 is Θ.
.threads 8
.active 0 2 5-7
        v = ballot 1
        w = ballot 0
        stop
.expect var v: 229 _ 229 _ _ 229 229 229
.expect var w: 0 _ 0 _ _ 0 0 0
.covers BL
