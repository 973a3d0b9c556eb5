; SV: inside of a block a lane that waits in the lower of two entries of the stack is read.
.threads 4
        everywhere
        x = tid + 100
        c = tid == 3
        bnz c, outer        ; 3 waits
        c = tid == 2
        bnz c, inner        ; 2 waits, in an entry on top
        k = tid + 2         ; 0 reads 2, and 1 reads 3
        shfl x, k
inner:  sync
outer:  sync
        end_everywhere
        stop
.expect var x: 102 103 102 103
.expect stat max_sync_depth == 2
.covers SV
