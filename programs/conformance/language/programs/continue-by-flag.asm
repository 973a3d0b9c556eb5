; continue: the rest of the body is a conditional, which the threads that continue branch over.
.threads 6
        sum = 0
        i = 0
loop:   more = i < tid
        bz more, done
        i = i + 1
        odd = i & 1
        bz odd, skip            ; even rounds continue
        sum = sum + i
skip:   sync
        jump loop
done:   sync
        stop
.expect stop
.expect active 0-5
.expect var sum: 0 1 1 4 4 9
.expect stat max_sync_depth == 2
.expect stat branches_divergent == 5
.covers BD BF BT
