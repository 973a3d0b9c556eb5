; undefined-variable: the address of an increment, in the last thread alone: no thread has incremented.
.threads 33
.memory 0: 0
        c = tid == 32
        bnz c, join
        a = 0
join:   sync
        x = atomic_inc [a]
        stop
.expect trap undefined-variable 8
.expect memory 0: 0
.expect var x: _ _
.covers undefined-variable
