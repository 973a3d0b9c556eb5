; A row for each caller.
.threads 4
.memory 0: 0 1 0 7
.iota 4 16 1
        calls = [tid]
        bz calls, join
        everywhere
        lane = 0
lanes:  more = lane < warp_size
        bz more, end
        branch_mask lane, row
        jump next
row:    a = lane * warp_size
        a = a + warp_size
        a = a + tid
        x = [a]
        x = x * 2
        [a] = x
next:   lane = lane + 1
        jump lanes
end:    sync
        end_everywhere
join:   sync
        stop
.expect memory 4: 1 2 3 4
.expect memory 8: 10 12 14 16
.expect memory 12: 9 10 11 12
.expect memory 16: 26 28 30 32
