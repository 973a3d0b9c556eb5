; With `restore`, a loop whose counter is raised in a block alone would not end; the count in Σ ends it.
.threads 2
.registers restore
.memory 0: 0
        i = 0
loop:   everywhere
        i = i + 1
        n = atomic_inc [0]
        end_everywhere
        total = [0]
        more = total < 10
        bnz more, loop
        sync
        stop
.expect stop
.expect var i: 0 0
.expect var n: _ _
.expect memory 0: 10
.expect steps 38
.expect stat everywhere_blocks == 5
.covers EE BT BF
