; A loop that 1000 threads leave one by one or together: all are active after its `sync`.
.threads 1000
.memory 0: 0
        bound = tid / 100
        i = 0
again:  i = i + 1
        more = i <= bound
        bnz more, again
        sync
        n = atomic_inc [0]
        stop
.expect stop
.expect active 0-999
.expect memory 0: 1000
.expect var i: 1 1 1
.expect steps 44
.expect stat by_instruction.sync == 10
.covers SP SS
