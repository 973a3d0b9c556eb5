; The first caller.
.threads 8
.memory 0: 5 2 7 -1 3 -8 6 6
        x = [tid]
        neg = x < 0
        bz neg, join
        everywhere
        lane = 0
next:   branch_mask lane, found  ; there is a caller, so this ends
        lane = lane + 1
        jump next
found:  a = tid + warp_size
        [a] = lane
        end_everywhere
join:   sync
        stop
.expect memory 8: 3 3 3 3 3 3 3 3
