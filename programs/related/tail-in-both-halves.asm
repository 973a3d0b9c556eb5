; Both halves of a conditional end in the same code: the vote stands in each, as a compiler that duplicates the tail of
; a conditional leaves it.
;
;     if (tid < 3) { A; vote; } else { B; vote; }
;
; The machine does not see that the two are alike: they are different instructions, done one after the other, each by
; its half. The first finds 3 threads, the second 5 more. In SPIR-V, in ISPC and on a stack machine, too, a vote belongs
; to the place where it stands. (CUDA since Volta is less strict: sync votes of one mask may meet from two places.) That
; is why compilers must not move votes and shuffles into the halves of a branch (LLVM: `convergent`), nor out of them.
.threads 8
.const VOTES 0
.memory VOTES: 0
        c = tid < 3
        bz c, else
        n = atomic_inc [VOTES]
        seen = [VOTES]
        jump join
else:   n = atomic_inc [VOTES]
        seen = [VOTES]
join:   sync
        stop
.expect stop
.expect var seen: 3 3 3 8 8 8 8 8
.expect stat by_instruction.atomic_inc == 2
