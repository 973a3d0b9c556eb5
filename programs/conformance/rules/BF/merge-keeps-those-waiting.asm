; Passed by all that are left, when thread 0 waits after the loop: the entry keeps it in Θ_todo.
.threads 4
        rounds = min tid, 1
        rounds = rounds * 2
        rounds = rounds + 1     ; 1 3 3 3
        i = 0
loop:   more = i < rounds
        bz more, done           ; BF, BD, BF, BT
        i = i + 1
        jump loop
done:   sync
        stop
.expect stop
.expect active 0-3
.expect var i: 1 3 3 3
.expect steps 21
.expect stat branches_uniform == 3
.expect stat branches_divergent == 1
.expect stat by_instruction.sync == 2
.covers BF BD BT SS
