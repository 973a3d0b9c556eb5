; Two threads take a lock in turn, by number, and the first must pass it on:
;
;     mine = take_number();  while (turn != mine) ;  sum += 1;  turn += 1;
;
; Thread 0 leaves the loop at once and waits in Π until all have left it; thread 1 never leaves, because the lock is
; passed on after the loop. The outcome is `limit`. A GPU with a reconvergence stack hangs for the same reason, and so
; does ISPC; SPIR-V guarantees nothing. Independent thread scheduling eventually lets thread 0 continue, and the program
; ends. spin-lock-inside.asm ends on all of them.
.threads 2
.steps 100000
.const NUMBER 0
.const TURN 1
.const SUM 2
.memory NUMBER: 0
.memory TURN: 1
.memory SUM: 0
        mine = atomic_inc [NUMBER]
spin:   turn = [TURN]
        wait = turn != mine
        bz wait, enter
        jump spin
enter:  sync
        s = [SUM]
        s = s + 1
        [SUM] = s
        turn = turn + 1
        [TURN] = turn
        stop
.expect limit steps
