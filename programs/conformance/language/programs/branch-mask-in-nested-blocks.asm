; Two nested blocks test each lane: the outer block's mask is the initial threads, the inner one's a half.
.threads 4
.active 1-2
        everywhere
        outer = 0
        inner = 0
        lane = 0
loop:   more = lane < 4
        bz more, done
        branch_mask lane, count
        jump next
count:  outer = outer + 1
next:   lane = lane + 1
        jump loop
done:   sync
        bz tid, join            ; thread 0 waits
        everywhere
        lane = 0
loop2:  more = lane < 4
        bz more, done2
        branch_mask lane, count2
        jump next2
count2: inner = inner + 1
next2:  lane = lane + 1
        jump loop2
done2:  sync
        end_everywhere
join:   sync
        end_everywhere
        stop
.expect stop
.expect active 1-2
.expect var outer: 2 2 2 2
.expect var inner: 3 3 3 3
.expect stat by_instruction.branch_mask == 8
.covers BA BI
