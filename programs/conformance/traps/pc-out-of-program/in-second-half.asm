; A conditional in the half that runs second: the first of its threads to continue runs past the last instruction.
.threads 4
        high = tid & 2
        bz high, second         ; 0 and 1 wait
        jump join
join:   sync
        stop
second: bz tid, join            ; 0 waits
        x = tid
.expect trap pc-out-of-program
.expect active 1
.expect var x: _ 1 _ _
.expect steps 6
.expect stat max_sync_depth == 2
.covers pc-out-of-program SS BD
