; A loop with a break, and code on the way out:
;
;     for (i = 0; ; ++i) if (i == tid) { vote; break; }   vote again;
;
; A second branch out of the loop would be a conditional that never closes (musimd check: the stack grows), so the break
; sets a flag that the loop's only branch tests. The code on the way out is in a conditional of the loop; once per round
; the one thread that leaves in that round runs it: it counts 1, 2, 3, 4. After the loop all threads are together again.
;
; SPIR-V under maximal reconvergence: each votes alone too. The way out of a loop is as divergent as the rounds it is
; reached in. That needs a rule, because an optimiser could otherwise move this code after the loop, where all threads
; are together. On a stack machine and in ISPC each votes alone; with independent thread scheduling any set may vote
; together. The order, which determines the counts, is this machine's.
.threads 4
.const OUT 0
.const AFTER 1
.fill OUT 2 0
        i = 0
        on = 1
loop:   bz on, done
        leave = i == tid
        bz leave, stay
        n = atomic_inc [OUT]
        seen = [OUT]
        on = 0
stay:   sync
        i = i + 1
        jump loop
done:   sync
        n = atomic_inc [AFTER]
        both = [AFTER]
        stop
.expect stop
.expect var seen: 1 2 3 4
.expect var both: 4 4 4 4
.expect stat by_instruction.atomic_inc == 5
