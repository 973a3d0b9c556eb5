; A block in a loop whose entry has threads in Θ_done: EE restores them as done, so that they join at the end.
.threads 4
.memory 0: 0 0
        i = 0
again:  i = i + 1
        everywhere
        n = atomic_inc [0]
        end_everywhere
        more = i <= tid
        bnz more, again
        sync
        n = atomic_inc [1]
        stop
.expect stop
.expect active 0-3
.expect var i: 1 2 3 4
.expect memory 0: 16 4
.expect steps 31
.expect stat lanes_woken == 6                   ; 0 + 1 + 2 + 3
.covers EB EE SS SP
