; no race where both are atomic_inc.
.threads 32
.warps 4
.memory 0: 0
        x = atomic_inc [0]
        x = atomic_inc [0]
        stop
.expect stop
.expect memory 0: 256
.covers AT
