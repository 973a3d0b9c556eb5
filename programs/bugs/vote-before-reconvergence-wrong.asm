; pytorch/pytorch#98157: a vote among the threads that happen to be active.
;
;     counts += popc(ballot_sync(activemask(), digit == wanted));
;
; Every thread counts the threads of the warp that hold the wanted digit, and lane 0 reports the count for all. The
; threads that vote come from activemask(), which returns the threads that the scheduler happens to run together, not
; the threads on this path. Where threads have diverged, each part counts only itself: the count is too small, a value is
; taken for the only one of its kind, and two threads that both believe it write the answer.
;
; On this machine threads diverge only at a branch, so the program has a branch, and votes before its sync. Nothing
; traps, since every step is legal: the result is wrong. Four threads hold the digit, and threads 0 to 3, which vote
; first, have counted two.
.threads 8
.const DATA 16
.const VOTES 0
.memory VOTES: 0
.memory DATA: 0 1 0 1 10 11 10 11
        a = tid + DATA
        d = [a]
        near = tid < 4
        bz near, far
        jump vote
far:    d = d - 10
vote:   bz d, none
        n = atomic_inc [VOTES]
none:   sync
        count = [VOTES]         ; each half separately
        sync
        stop
.expect stop
.expect var count: 2 2 2 2 4 4 4 4
