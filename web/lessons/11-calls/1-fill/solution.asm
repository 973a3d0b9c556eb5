; The whole warp fills the row of one caller after another.
        a = tid + 200
        v = [a]
        row = tid * 64
        row = row + 1024
        a = tid + 100
        n = [a]
        bz n, skip
        everywhere
        lane = 0
lanes:  more = lane < warp_size
        bz more, end
        branch_mask lane, fill
        jump next
fill:   len = n
        shfl len, lane
        x = v
        shfl x, lane
        to = row
        shfl to, lane
        i = tid
loop:   more = i < len
        bz more, filled
        b = to + i
        [b] = x
        i = i + warp_size
        jump loop
filled: sync
next:   lane = lane + 1
        jump lanes
end:    sync
        end_everywhere
skip:   sync
        stop
