; Each round of a loop switches once: the threads that leave join those in Θ_done, and none is lost (E3).
.threads 64
.memory 0: 0
        bound = tid & 3
        i = 0
again:  i = i + 1
        more = i <= bound
        bnz more, again
        sync
        n = atomic_inc [0]
        stop
.expect stop
.expect active 0-63
.expect var i: 1 2 3 4 1 2 3 4
.expect memory 0: 64
.expect steps 20
.expect stat by_instruction.sync == 4
.covers SS SP
