; Threads whose first test fails wait after the loop for all of its rounds.
.threads 6
        rounds = tid - 2        ; -2 … 3: threads 0 to 2 never enter
        i = 0
        sum = 100
loop:   more = i < rounds
        bz more, done
        i = i + 1
        sum = sum + i
        jump loop
done:   sync
        stop
.expect stop
.expect active 0-5
.expect var i: 0 0 0 1 2 3
.expect var sum: 100 100 100 101 103 106
.expect steps 23                                ; 3 + 3 × 5 + 2, two `sync` and stop
.expect stat active_lane_instructions == 72
.covers BD BT SS SP
