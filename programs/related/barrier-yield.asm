; A thread spins for another one that waits for it at the join:
;
;     while (tid == 1 && flag == 0) ;     flag = 1;
;
; Source: US patent 10,067,768 B2 (Diamos and others, 2018), claim 1: threads are synchronised at a convergence barrier when
; each is blocked there, or has yielded, and the barrier is then cleared. So thread 0 goes on, and stores. On a stack, with
; the lowest pc or a mask, it waits forever; SPIR-V promises no progress. CUDA does since Volta.
.threads 2
.steps 500
.memory 0: 0
        waits = tid
spin:   bz waits, join
        flag = load.relaxed.grid [0]
        waits = 1 - flag
        jump spin
join:   sync
        store.relaxed.grid [0], 1
        stop
.expect lockstep masks maximal uniform stack limit steps
.expect minpc limit steps
.expect barriers volta stop
