; BL: one thread votes for itself or not.
.threads 1
        v = ballot 7
        w = ballot tid
        stop
.expect var v: 1
.expect var w: 0
.covers BL
