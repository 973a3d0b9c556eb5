; AS: wid is copied.
.threads 1
.warps 2
        x = wid
        a = x + 4
        [a] = x
        stop
.expect memory 4: 0 1
.covers AS MT
