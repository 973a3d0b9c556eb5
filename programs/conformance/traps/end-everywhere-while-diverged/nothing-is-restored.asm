; The trap comes before EE: under `restore`, what the block wrote is still there.
.threads 1000
.registers restore
.memory 0: 0
        x = 1
        everywhere
        x = 2
        bz tid, out
        n = atomic_inc [0]
out:    end_everywhere
        stop
.expect trap end-everywhere-while-diverged 10
.expect active 1-999
.expect var x: 2 2 2
.expect memory 0: 999
.expect steps 5
.covers end-everywhere-while-diverged
