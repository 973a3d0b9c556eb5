; A divergent conditional in the rounds of a loop that the threads leave one by one: two sums of the rounds.
.threads 4
        apart = 0             ; of the rounds that share no bit with tid
        shared = 0            ; of those that do
        i = 0
loop:   more = i < tid
        bz more, done
        i = i + 1
        bit = i & tid
        bz bit, zero
        shared = shared + i
        jump next
zero:   apart = apart + i
next:   sync
        jump loop
done:   sync
        stop
.expect stop
.expect active 0-3
.expect var shared: 0 1 2 6
.expect var apart: 0 0 1 0
.expect stat max_sync_depth == 2
.covers BD SS SP
