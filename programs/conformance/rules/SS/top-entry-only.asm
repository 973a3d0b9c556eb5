; Nested conditionals: the inner one's threads are switched to first, then the outer one's. Tickets show the order.
.threads 4
.memory 0: 0
        high = tid & 2
        odd = tid & 1
        bz high, outer
        bz odd, inner
        ticket = atomic_inc [0]  ; thread 3
        jump in
inner:  ticket = atomic_inc [0]  ; thread 2
in:     sync
        jump out
outer:  ticket = atomic_inc [0]  ; threads 0 and 1
out:    sync
        stop
.expect stop
.expect active 0-3
.expect var ticket: 3 4 2 1
.expect steps 14
.expect stat max_sync_depth == 2
.covers SS SP
