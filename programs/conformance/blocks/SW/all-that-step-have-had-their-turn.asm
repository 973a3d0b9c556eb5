; Thread 0 brings both threads past the `syncwarp`; thread 1 has no further turn in this round, so thread 0 is first at the
; counter.
.threads 2
.memory 0: 0
        syncwarp 3
        k = fetch_add [0], 1
        stop
.expect lockstep stop
.expect lockstep var k: 0 1
.expect lockstep steps 3
.expect volta stop
.expect volta var k: 0 1
.expect volta steps 6
.covers SW AT
