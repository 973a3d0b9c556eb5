; pytorch/pytorch#98157, fixed: the sync comes before the vote, so that all threads vote together. (On a machine with
; masks: a mask that was computed where all threads were together, instead of activemask().)
.threads 8
.const DATA 16
.const VOTES 0
.memory VOTES: 0
.memory DATA: 0 1 0 1 10 11 10 11
        a = tid + DATA
        d = [a]
        near = tid < 4
        bz near, far
        jump join
far:    d = d - 10
join:   sync
        bz d, none
        n = atomic_inc [VOTES]
none:   sync
        count = [VOTES]
        stop
.expect stop
.expect var count: 4 4 4 4 4 4 4 4
