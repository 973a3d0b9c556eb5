; no race where the warps' words lie side by side.
.threads 1000
.warps 2
        a = wid * 1000
        a = a + tid
        [a] = wid
        stop
.expect stop
.expect memory 998: 0 0 1 1
.expect memory 1999: 1 _
.covers ST
