; no race under .races thread where a single thread is active.
.threads 64
.races thread
.active 9
        [0] = 7
        x = [0]
        stop
.expect stop
.expect active: 9
.expect memory 0: 7
.covers ST LD
