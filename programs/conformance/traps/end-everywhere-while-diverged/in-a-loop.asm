; A block in a loop: the conditional in it is closed in the first two rounds, and jumped out of in the third.
.threads 2
        i = 0
loop:   everywhere
        i = i + 1
        third = i == 3
        bnz third, out
        sync
out:    end_everywhere
        jump loop
.expect trap end-everywhere-while-diverged 9
.expect active 0-1
.expect var i: 3 3
.expect steps 19
.expect stat everywhere_blocks == 3
.covers end-everywhere-while-diverged
