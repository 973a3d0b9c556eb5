; no race under .races thread where all are atomic_inc, in one instruction and in several.
.threads 1000
.races thread
.memory 0: 0
        x = atomic_inc [0]
        x = atomic_inc [0]
        stop
.expect stop
.expect memory 0: 2000
.covers AT
