; A divergent branch in the first half of another: its entry lies on top, and is closed first.
.threads 4
.memory 0: 0
        high = tid & 2
        odd = tid & 1
        bz high, outer          ; 2 and 3 continue
        bz odd, inner           ; 3 continues
        ticket = atomic_inc [0]
inner:  sync
        ticket = atomic_inc [0]
outer:  sync
        ticket = atomic_inc [0]
        stop
.expect stop
.expect active 0-3
.expect var ticket: 4 5 6 7                     ; before: 1 for thread 3, 2 and 3 for threads 2 and 3
.expect steps 12
.expect stat max_sync_depth == 2
.expect stat branches_divergent == 2
.covers BD SS SP
