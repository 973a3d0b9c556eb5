; In one half of a conditional, a block lets all threads add up the words that the half's threads hold.
.threads 4
        word = tid + 1
        part = tid & 1
        bz part, join           ; 1 and 3 continue: 2 and 4
        everywhere
        lane = 0
        sum = 0
loop:   more = lane < 4
        bz more, done
        branch_mask lane, add
        jump next
add:    given = word
        shfl given, lane
        sum = sum + given
next:   lane = lane + 1
        jump loop
done:   sync
        end_everywhere
join:   sync
        stop
.expect stop
.expect active 0-3
.expect var sum: 6 6 6 6
.expect stat everywhere_blocks == 1
.expect stat by_instruction.shfl == 2
.covers EB BA BI SV
