; One thread of 64: its branches are all uniform, and its loop is as long as its number.
.threads 64
.active 40
        i = 0
loop:   more = i < tid
        bz more, done
        i = i + 1
        jump loop
done:   sync
        [0] = i
        stop
.expect stop
.expect active 40
.expect memory 0: 40
.expect steps 166
.expect stat branches_divergent == 0
.expect stat branches_uniform == 41
.expect stat active_lane_instructions == 166
.covers BF BT
