; Atomics on one word by all threads of two warps.
.threads 4
.block 8
.memory 0: 0
        k = fetch_add [0], 1
        stop
.expect lockstep stop
.expect lockstep memory 0: 8
.expect volta stop
.expect volta memory 0: 8
.covers AT
