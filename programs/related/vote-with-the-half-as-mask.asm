; vote-in-both-halves.asm, where each half names itself: two votes of two on every machine. In SPIR-V and ISPC, which have no
; mask, this is what a vote means (under maximal reconvergence).
.threads 4
        c = tid < 2
        bz c, else
        v = vote.ballot 3, 1
        jump join
else:   v = vote.ballot 12, 1
join:   sync
        stop
.expect lockstep stop
.expect lockstep var v: 3 3 12 12
.expect volta stop
.expect volta var v: 3 3 12 12
