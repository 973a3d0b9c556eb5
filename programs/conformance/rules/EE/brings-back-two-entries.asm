; A block within two open conditionals: Π has both again, in their order. Tickets show it.
.threads 4
.memory 0: 0
        high = tid & 2
        odd = tid & 1
        bz high, outer
        bz odd, inner
        everywhere
        bz tid, join            ; a conditional of the block's own
join:   sync
        end_everywhere
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
.expect steps 19
.expect stat max_sync_depth == 2
.expect stat lanes_woken == 3
.covers EE EB SS SP
