; Nothing is woken and nothing restored without a block.
.threads 1000
.registers restore
.active 500-999
.memory 0: 0
        n = atomic_inc [0]
        everywhere
        n = atomic_inc [0]
        end_everywhere
        n = atomic_inc [0]
        end_everywhere
        stop
.expect trap end-everywhere-without-everywhere 11
.expect active 500-999
.expect memory 0: 2000
.expect var n: _ _
.expect steps 5
.covers end-everywhere-without-everywhere
