; A vote with the full mask in each half of a conditional:
;
;     if (i < 2) v = __ballot_sync(full, 1);  else v = __ballot_sync(full, 1);
;
; Up to Pascal the threads of the mask must be converged: undefined, and here a trap. Since Volta the halves wait for each
; other and may meet: one vote of four. In SPIR-V and ISPC, where a vote has no mask, each half votes alone: SPIR-V under
; maximal reconvergence; without it a compiler might also hoist the two into one.
.threads 4
        c = tid < 2
        bz c, else
        v = vote.ballot 15, 1
        jump join
else:   v = vote.ballot 15, 1
join:   sync
        stop
.expect lockstep trap collective-mask 11 threads: 0
.expect volta stop
.expect volta var v: 15 15 15 15
