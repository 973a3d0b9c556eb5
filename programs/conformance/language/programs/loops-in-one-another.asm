; A triangle: thread t does the inner loop t times, for 1 to t rounds each; both loops diverge.
.threads 5
        i = 0
        cells = 0
rows:   more = i < tid
        bz more, done
        i = i + 1
        j = 0
row:    more = j < i
        bz more, end
        j = j + 1
        cells = cells + 1
        jump row
end:    sync
        jump rows
done:   sync
        stop
.expect stop
.expect active 0-4
.expect var cells: 0 1 3 6 10
.expect stat max_sync_depth == 2
.expect stat branches_divergent == 4            ; the inner test is the same for all that are active
.covers BD BF BT
