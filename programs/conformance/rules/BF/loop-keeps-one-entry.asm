; The test at the top of a loop is passed again and again with its own entry on top: Π does not grow.
.threads 2
        i = 0
loop:   more = i < 5
        bz more, done
        i = i + 1
        jump loop
done:   sync
        stop
.expect stop
.expect var i: 5 5
.expect steps 25
.expect stat branches_uniform == 6
.expect stat max_sync_depth == 1
.expect stat by_instruction.sync == 1
.covers BF BT
