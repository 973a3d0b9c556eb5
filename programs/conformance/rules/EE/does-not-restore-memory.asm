; Under `restore` too, Σ keeps what the block stored.
.threads 4
.registers restore
.memory 0: 7 7 7 7 0
        x = 1
        everywhere
        x = tid
        [tid] = x
        n = atomic_inc [4]
        end_everywhere
        stop
.expect stop
.expect var x: 1 1 1 1
.expect var n: _ _ _ _
.expect memory 0: 0 1 2 3 4
.covers EE
