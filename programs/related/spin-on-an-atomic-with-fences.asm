; spin-lock.asm with atomics and fences, which make it valid for independent threads:
;
;     while (atomicOr(&turn, 0) != i) ;   __threadfence();  sum += 1;  __threadfence();   atomicAdd(&turn, 1);
;
; With a reconvergence stack, and in ISPC, thread 0 waits at the end of the loop for thread 1, which waits for thread 0: it
; hangs. Since Volta it ends. SPIR-V guarantees no progress between invocations of a subgroup, with or without maximal
; reconvergence.
.steps 300
.threads 2
.const TURN 0
.const SUM 1
.memory TURN: 0
.memory SUM: 0
spin:   turn = fetch_or [TURN], 0
        wait = turn != tid
        bz wait, enter
        jump spin
enter:  sync
        fence.block
        s = [SUM]
        s = s + 1
        [SUM] = s
        fence.block
        turn = fetch_add [TURN], 1
        stop
.expect lockstep limit steps
.expect volta stop
.expect volta memory 0: 2 2
