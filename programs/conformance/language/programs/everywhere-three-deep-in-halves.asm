; Three nested blocks, each in a half of the conditional around it: which threads are active after each `end_everywhere`.
.threads 4
.memory 0: 0
        m = 0
        bz tid, out             ; thread 0 waits
        everywhere
        one = tid == 1
        bnz one, out1           ; thread 1 waits
        everywhere
        two = tid == 2
        bnz two, out2           ; thread 2 waits
        everywhere
        n = atomic_inc [0]      ; all
        end_everywhere
        m = m + 1               ; 0, 1 and 3
out2:   sync
        end_everywhere
        m = m + 10              ; 0, 2 and 3
out1:   sync
        end_everywhere
        m = m + 100             ; 1 to 3
out:    sync
        stop
.expect stop
.expect active 0-3
.expect var m: 11 101 110 111
.expect memory 0: 4
.expect steps 23
.expect stat max_context_depth == 3
.expect stat max_sync_depth == 1
.expect stat lanes_woken == 3
.covers EB EE SS SP
