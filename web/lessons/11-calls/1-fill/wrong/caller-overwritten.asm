; Thought: shuffle the variables themselves, copies are a waste.
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
fill:   shfl n, lane
        shfl v, lane
        shfl row, lane
        i = tid
loop:   more = i < n
        bz more, filled
        b = row + i
        [b] = v
        i = i + warp_size
        jump loop
filled: sync
next:   lane = lane + 1
        jump lanes
end:    sync
        end_everywhere
skip:   sync
        stop
