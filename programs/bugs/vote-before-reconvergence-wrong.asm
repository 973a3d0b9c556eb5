; pytorch/pytorch#98157: a vote among those who happen to be there.
;
;     counts += popc(ballot_sync(activemask(), digit == wanted));
;
; Every thread adds up how many threads of the warp hold the wanted digit, and lane 0 reports it for all. Who is asked
; is left to activemask(), which tells what the scheduler happens to run together, not which threads are on this path.
; When they have come apart, each part counts itself alone: the count is too small, a value is taken for the only one of
; its kind, and two threads that both believe it write the answer.
;
; On this machine threads come apart at a branch and nowhere else, so here a branch does it, and the vote stands before
; its sync. Nothing traps, since every step is in order: the result is wrong. Four threads hold the digit, and the
; threads 0 to 3, which vote first, have counted two.
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
        count = [VOTES]         ; each half on its own
        sync
        stop
.expect stop
.expect var count: 2 2 2 2 4 4 4 4
