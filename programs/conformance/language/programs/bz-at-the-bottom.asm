; do ++i until (i > tid), with `bz`: the same loop as with `bnz` on the opposite test.
.threads 4
        i = 0
again:  i = i + 1
        done = i > tid
        bz done, again
        sync
        stop
.expect stop
.expect active 0-3
.expect var i: 1 2 3 4
.expect steps 18
.expect stat by_instruction.bz == 4
.covers BD BF SS SP
