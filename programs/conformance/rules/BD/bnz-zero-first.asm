; A divergent `bnz`: the threads that are zero continue first, those that are not wait at the target. Tickets show it.
.threads 4
.memory 0: 0
        odd = tid & 1
        bnz odd, odds
        ticket = atomic_inc [0]
        jump join
odds:   ticket = atomic_inc [0]
join:   sync
        stop
.expect stop
.expect active 0-3
.expect var ticket: 1 3 2 4
.expect steps 8
.expect stat branches_divergent == 1
.expect stat by_instruction.bnz == 1
.covers BD SS SP
