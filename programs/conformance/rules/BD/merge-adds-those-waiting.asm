; A loop's exit test diverges each time: every thread that leaves joins those in Θ_todo of the one entry.
.threads 4
        i = 0
loop:   more = i < tid
        bz more, done
        i = i + 1
        jump loop
done:   sync
        stop
.expect stop
.expect active 0-3
.expect var i: 0 1 2 3
.expect steps 18
.expect stat branches_divergent == 3
.expect stat branches_uniform == 1
.expect stat max_sync_depth == 1
.expect stat by_instruction.sync == 2
.covers BD BT SS SP
