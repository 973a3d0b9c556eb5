; Both halves of a conditional end in the same code: each contains the vote, as after a compiler has duplicated the tail
; of a conditional.
;
;     if (tid < 3) { A; vote; } else { B; vote; }
;
; The machine does not recognise that the two are alike: they are different instructions, executed one after the other,
; each by its half. The first counts 3 threads, the second 5 more. In SPIR-V, in ISPC and on a stack machine, too, each
; vote is separate. (CUDA since Volta is less strict: sync votes with the same mask may meet from two instructions.)
; Therefore compilers must not move votes and shuffles into the halves of a branch (LLVM: `convergent`), nor out of them.
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
