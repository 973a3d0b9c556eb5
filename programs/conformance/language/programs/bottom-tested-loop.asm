; do ++i while (i <= tid): each thread does at least one round, and each that leaves costs a `sync`.
.threads 33
        i = 0
again:  i = i + 1
        more = i <= tid
        bnz more, again
        sync
        [tid] = i
        stop
.expect stop
.expect active 0-32
.expect memory 0: 1 2 3
.expect memory 30: 31 32 33
.expect steps 135                               ; 1 + 33 × 4 + 2
.expect stat branches_divergent == 32
.expect stat branches_uniform == 1
.expect stat by_instruction.sync == 33
.covers BD BF SS SP
