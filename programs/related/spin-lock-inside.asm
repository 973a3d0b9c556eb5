; spin-lock.asm, written for machines whose threads join after a loop: the thread with the lock does its work and passes
; the lock on inside of the loop, before any thread waits.
;
;     for (done = 0; !done; ) if (turn == mine) { sum += 1;  turn += 1;  done = 1; }
;
; In each round one thread has its turn, and no thread waits for it outside of the loop's body.
.threads 4
.const NUMBER 0
.const TURN 1
.const SUM 2
.memory NUMBER: 0
.memory TURN: 1
.memory SUM: 0
        mine = atomic_inc [NUMBER]
        on = 1
spin:   bz on, out
        turn = [TURN]
        has = turn == mine
        bz has, not
        s = [SUM]
        s = s + 1
        [SUM] = s
        turn = turn + 1
        [TURN] = turn
        on = 0
not:    sync
        jump spin
out:    sync
        stop
.expect stop
.expect memory 0: 4 5 4
.expect stat branches_divergent == 6
