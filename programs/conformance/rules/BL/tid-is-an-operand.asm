; BL, MT: thread 0 has the number 0 and does not vote for it.
.threads 5
        v = ballot tid
        stop
.expect var v: 30 30 30 30 30
.covers BL MT
