; No thread was done and none waited: SP pops, and Θ is what it was.
.threads 64
.active 63
        one = 1
        bz one, join
join:   sync
        stop
.expect stop
.expect active 63
.expect steps 4
.expect stat by_instruction.sync == 1
.covers SP BF
