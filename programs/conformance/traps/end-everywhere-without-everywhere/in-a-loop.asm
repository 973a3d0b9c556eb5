; The block begins before the loop and ends in it: the second round finds no block.
.threads 2
.active 0
.memory 0: 0
        everywhere
loop:   n = atomic_inc [0]
        end_everywhere
        jump loop
.expect trap end-everywhere-without-everywhere 7
.expect active 0
.expect memory 0: 3
.expect var n: 3 2
.expect steps 5
.covers end-everywhere-without-everywhere JP
