; Code on the way out of a loop is as divergent as the rounds it is reached in:
;
;     for (i = 0; ; i++)  if (i == tid) { v = ballot; break; }    after = ballot;
;
; Source: SPV_KHR_maximal_reconvergence, revision 2 (2024-04-18), "Non-reconvergence", the note on instructions in a break
; block; "Reconvergence", the OpLabel that is the merge block of an OpLoopMerge: after the loop all are together again.
.threads 4
        i = 0
        on = 1
loop:   bz on, done
        leaves = i == tid
        bz leaves, stay
        v = activemask
        on = 0
stay:   sync
        i = i + 1
        jump loop
done:   sync
        after = activemask
        stop
.expect lockstep stack minpc masks maximal uniform barriers stop
.expect lockstep stack minpc masks maximal uniform barriers var v: 1 2 4 8
.expect lockstep stack minpc masks maximal uniform barriers var after: 15 15 15 15
