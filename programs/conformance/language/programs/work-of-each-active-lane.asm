; The paper's pattern: in a block, all threads do the work of each lane that has some, one lane after the other.
.threads 8
.active 0-5
.fill 0 8 0
        everywhere
        size = 0                ; in the dormant threads too
        end_everywhere
        wants = tid & 1         ; 1, 3 and 5
        bz wants, skip
        size = tid * 100
        everywhere
        lane = 0
lanes:  more = lane < warp_size
        bz more, end
        branch_mask lane, work
        jump next
work:   given = size
        shfl given, lane
        sum = [tid]
        sum = sum + given
        [tid] = sum
next:   lane = lane + 1
        jump lanes
end:    sync
        end_everywhere
skip:   sync
        stop
.expect stop
.expect active 0-5
.expect var size: 0 100 0 300 0 500 0 0
.expect memory 0: 900 900 900 900 900 900 900 900
.expect stat by_instruction.branch_mask == 8
.expect stat by_instruction.shfl == 3
.expect stat lanes_woken == 7
.covers BA BI EB SV
