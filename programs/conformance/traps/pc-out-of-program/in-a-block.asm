; The program ends in an open block: all threads are active, and nothing is restored.
.threads 4
.registers restore
.active 1
        x = 9
        everywhere
        x = tid
.expect trap pc-out-of-program
.expect active 0-3
.expect var x: 0 1 2 3
.expect steps 3
.covers pc-out-of-program EB
