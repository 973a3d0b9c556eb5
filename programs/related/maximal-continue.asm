; Those who continue, and those who get to the end of the body, are together at the continue target:
;
;     for (i = 0; i < 2; i++) { if (tid % 2 == i) continue;   v = ballot; }    with a ballot where i is incremented
;
; Source: SPV_KHR_maximal_reconvergence, revision 2, "Reconvergence", the OpLabel that is the continue target of an
; OpLoopMerge, and its note: at the beginning of each iteration, those who entered the loop together and go on are
; converged. Without the extension nothing is promised there.
.threads 4
        i = 0
        on = 1
loop:   bz on, done
        odd = tid % 2
        stays = odd != i
        bz stays, next
        v = activemask
next:   sync
        c = activemask
        i = i + 1
        on = i < 2
        jump loop
done:   sync
        stop
.expect lockstep stack minpc masks maximal uniform barriers stop
.expect lockstep stack minpc masks maximal uniform barriers var v: 5 10 5 10
.expect lockstep stack minpc masks maximal uniform barriers var c: 15 15 15 15
