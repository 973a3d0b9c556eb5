; nested-conditionals.asm with registers restored: at end_everywhere, every thread has its variables from `everywhere` again.
.threads 6
.registers restore
.expect stop
.expect active: 0-5
.expect var v0: 1 1 1 3 3 5
.expect var v2: _ _ _ _ _ _
.expect var v3: 1 _ _ _ _ _
.expect memory 0: 9 10 11 12 13 14
.expect stat branches_divergent == 3
.expect stat max_sync_depth == 3
.expect stat lanes_woken == 5
.covers BD SS SP EB EE STOP TL MT MV CT AS ST BP
        v0 = 5          ;  1  v0 = 5
        v1 = tid >= v0  ;  2  v1 = tid >= v0
        bnz v1, L18     ;  3  if v1 goto 18: thread 5 waits there
        v0 = 3          ;  4
        v1 = tid >= v0  ;  5
        bnz v1, L17     ;  6  if v1 goto 17: threads 3 and 4 wait there
        v0 = 1          ;  7
        v1 = tid >= v0  ;  8
        bnz v1, L16     ;  9  if v1 goto 16: threads 1 and 2 wait there
        everywhere      ; 10  only thread 0 gets here, and all six continue
        v0 = 9          ; 11  v0 = 9, in every thread
        v2 = tid + v0   ; 12  v2 = tid + v0
        [tid] = v2      ; 13  one word per thread, one segment of memory
        end_everywhere  ; 14  only thread 0 again, three conditionals deep
        v3 = v0         ; 15  v3 = v0 = 1, thread 0's value before the block
L16:    sync            ; 16
L17:    sync            ; 17
L18:    sync            ; 18
        stop            ; 19
