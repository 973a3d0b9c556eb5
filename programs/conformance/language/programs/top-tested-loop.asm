; while (i < tid) ++i: the threads leave one after the other, thread 0 without a round.
.threads 33
        i = 0
loop:   more = i < tid
        bz more, done
        i = i + 1
        jump loop
done:   sync
        [tid] = i
        stop
.expect stop
.expect active 0-32
.expect memory 0: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 _
.expect steps 135                               ; 1 + 32 × 4 + 2, two `sync`, [tid] and stop
.expect stat branches_divergent == 32
.expect stat branches_uniform == 1
.expect stat max_sync_depth == 1
.covers BD BT SS SP
