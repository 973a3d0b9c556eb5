; tail-in-both-halves.asm with the tail written once, after the conditional.
;
;     if (tid < 3) A; else B;   vote;
;
; One step, all eight threads, and each sees 8.
.threads 8
.const VOTES 0
.memory VOTES: 0
        c = tid < 3
        bz c, else
        x = 1
        jump join
else:   x = 2
join:   sync
        n = atomic_inc [VOTES]
        seen = [VOTES]
        stop
.expect stop
.expect var seen: 8 8 8 8 8 8 8 8
.expect stat by_instruction.atomic_inc == 1
