; All lanes add parts of a list; a second block lets shuffles read all of them.
        a = tid + 100
        start = [a]
        a = tid + 200
        n = [a]
        bz n, skip
        everywhere
        lane = 0
lanes:  more = lane < warp_size
        bz more, end
        branch_mask lane, call
        jump next
call:   from = start
        shfl from, lane
        len = n
        shfl len, lane
        sum = 0
        i = tid
loop:   more = i < len
        bz more, added
        b = from + i
        x = [b]
        sum = sum + x
        i = i + warp_size
        jump loop
added:  sync
        everywhere
        bit = 1
fold:   more = bit < warp_size
        bz more, folded
        k = tid ^ bit
        other = sum
        shfl other, k
        sum = sum + other
        bit = bit * 2
        jump fold
folded: sync
        end_everywhere
        mine = lane == tid
        bz mine, kept
        result = sum
kept:   sync
next:   lane = lane + 1
        jump lanes
end:    sync
        end_everywhere
        a = tid + 300
        [a] = result
skip:   sync
        stop
