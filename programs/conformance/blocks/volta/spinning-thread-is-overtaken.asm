; Thread 1 spins until thread 0 has raised the flag; in lock step it would not, were its half not the second.
.threads 2
.memory 0: 0
        bnz tid, r
        k = fetch_add [0], 1
        jump j
r:      f = fetch_or [0], 0
        bz f, r
        sync
j:      sync
        stop
.expect lockstep stop
.expect lockstep var f: _ 1
.expect volta stop
.expect volta var f: _ 1
.covers AT
