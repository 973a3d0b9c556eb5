; The end of the block is the last instruction.
.threads 1000
.active 998
.memory 0: 0
        everywhere
        n = atomic_inc [0]
        end_everywhere
.expect trap pc-out-of-program
.expect active 998
.expect memory 0: 1000
.expect steps 3
.covers pc-out-of-program EE
