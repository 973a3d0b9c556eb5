; BL, MT: warps vote for themselves.
.threads 2
.warps 2
        v = ballot wid
        a = wid * 2
        a = a + tid
        [a] = v
        stop
.expect memory 0: 0 0 3 3
.covers BL MT
