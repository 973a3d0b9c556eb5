; no race where the other thread is not active.
.threads 32
.active 4
        [0] = tid
        stop
.expect stop
.expect active: 4
.expect memory 0: 4
.covers ST
