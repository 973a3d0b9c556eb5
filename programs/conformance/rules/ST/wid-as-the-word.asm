; ST: the word may be wid.
.threads 1
.warps 2
        a = wid + 3
        [a] = wid
        stop
.expect memory 3: 0 1
.covers ST MT
