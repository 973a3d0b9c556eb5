; A loop with a break, and code on the way out:
;
;     for (i = 0; ; ++i) if (i == tid) { vote; break; }   vote again;
;
; A second branch out of the loop would be a conditional without an end (musimd check: the stack grows), so the break
; sets a flag, and the loop's one branch looks at it. The code on the way out stands in a conditional of the loop, and
; is done once a round by the one thread that leaves in that round: it counts 1, 2, 3, 4. Behind the loop all are back.
;
; SPIR-V under maximal reconvergence: each votes alone too. The way out of a loop is as divergent as the rounds that it
; is reached in; that needs a rule, because an optimiser would like to put this code behind the loop, where all threads
; are. On a stack machine and in ISPC each votes alone; with independent thread scheduling any of them may be together.
; The order, which makes the counts, is this machine's.
.threads 4
.const OUT 0
.const BEHIND 1
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
        n = atomic_inc [BEHIND]
        both = [BEHIND]
        stop
.expect stop
.expect var seen: 1 2 3 4
.expect var both: 4 4 4 4
.expect stat by_instruction.atomic_inc == 5
