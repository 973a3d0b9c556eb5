; no race within a warp where the words are equal (.races warp, the default).
.threads 1000
.races warp
        [0] = 7
        stop
.expect stop
.expect memory 0: 7
.covers ST
