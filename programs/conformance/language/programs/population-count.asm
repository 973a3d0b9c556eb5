; The bits of tid, counted in a loop that ends when none is left: 1000 threads, 10 rounds at most.
.threads 1000
        rest = tid
        bits = 0
loop:   bz rest, done
        below = rest - 1
        rest = rest & below
        bits = bits + 1
        jump loop
done:   sync
        [tid] = bits
        stop
.expect stop
.expect active 0-999
.expect memory 0: 0 1 1 2 1 2 2 3
.expect memory 510: 8 9 1 2
.expect memory 990: 8 9
.expect memory 999: 8
.expect stat branches_divergent == 9
.expect stat branches_uniform == 1
.expect stat max_sync_depth == 1
.covers BD BT SS SP
