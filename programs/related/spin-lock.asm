; Two threads take a lock in turn, by number, and the first that has it must give it on:
;
;     mine = take_number();  while (turn != mine) ;  sum += 1;  turn += 1;
;
; Thread 0 leaves the loop at once and waits in Π until all have left it; thread 1 goes round for ever, because the turn
; is given on behind the loop. The outcome is `limit`. On a GPU with a reconvergence stack it hangs the same way, for
; the same reason, and so it does in ISPC; SPIR-V promises nothing. Independent thread scheduling lets thread 0 go on
; sooner or later, and the program ends. spin-lock-inside.asm ends on all of them.
.threads 2
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
