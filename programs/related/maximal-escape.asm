; A break out of a conditional escapes its merge block, and that of the loop has all:
;
;     for (i = 0; i < 2; i++) { if (tid < 3) { if (tid == i) break;   a = ballot; }   b = ballot; }   after = ballot;
;
; Source: SPV_KHR_maximal_reconvergence, revision 2, "Reconvergence": an invocation escapes if it branches to the merge
; block of a merge instruction that strictly dominates, and T(L) has the others. Here the one that breaks sets a flag, and
; skips what it escapes. Word 4·i + t is who runs the first ballot with thread t in round i, word 8 + 4·i + t the second.
; uniform promises nothing in the second round, in which not all take part.
.threads 4
.memory 0: 0 0 0 0 0 0 0 0
.memory 8: 0 0 0 0 0 0 0 0
        i = 0
        on = 1
        left = 0
loop:   bz on, done
        c = tid < 3
        bz c, merge
        left = tid == i
        bnz left, inner
        m = activemask
        at = i * 4
        at = at + tid
        [at] = m
inner:  sync
merge:  sync
        bnz left, next
        m = activemask
        at = i * 4
        at = at + tid
        at = at + 8
        [at] = m
next:   sync
        i = i + 1
        on = i < 2
        stay = 1 - left
        on = on & stay
        jump loop
done:   sync
        after = activemask
        stop
.expect lockstep stack minpc masks maximal uniform barriers stop
.expect lockstep stack minpc masks maximal barriers memory 0: 0 6 6 0 0 0 4 0
.expect lockstep stack minpc masks maximal barriers memory 8: 0 14 14 14 0 0 12 12
.expect uniform memory 8: 0 14 14 14 0 0 4 8
.expect lockstep stack minpc masks maximal uniform barriers var after: 15 15 15 15
