; 3n + 1: each thread counts the steps from tid + 1 down to 1; a loop with a conditional, both divergent.
.threads 32
        n = tid + 1
        count = 0
loop:   more = n != 1
        bz more, done
        odd = n & 1
        bz odd, even
        n = n * 3
        n = n + 1
        jump next
even:   n = n / 2
next:   sync
        count = count + 1
        jump loop
done:   sync
        stop
.expect stop
.expect active 0-31
.expect var count: 0 1 7 2 5 8 16 3 19 6 14 9 9 17 17 4 12 20 20 7 7 15 15 10 23 10 111 18 18 18 106 5
.expect var n: 1 1 1 1
.expect stat max_sync_depth == 2
.covers BD BT SS SP
