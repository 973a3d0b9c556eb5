; SIMT-Step's test of its model SCF, in which threads wait for each other where control branches:
;
;     atomicOr(x, 2 << ((tid + 1) % 2) * 2);   if (tid == 0) atomicAnd(x, 1 << tid);  else atomicAnd(x, 1 << tid);
;     barrier();   assert(x == 0);
;
; Source: scf.comp (Fig. 9 without the subgroup operation), as in simt-step-cm.asm. If both set bits before the branch,
; none is left: so under all models here, of which volta steps the threads in turn. A thread that runs ahead of the other
; clears its bits too early: `musimd explore --model volta` has such runs.
.threads 2
.memory 0: 0
        n = tid + 1
        n = n % 2
        n = n * 2
        n = 2 << n
        old = fetch_or [0], n
        mine = 1 << tid
        bz tid, else
        old = fetch_and [0], mine
        jump join
else:   old = fetch_and [0], mine
join:   sync
        barrier
        x = [0]
        stop
.expect lockstep stack minpc masks maximal uniform barriers volta stop
.expect lockstep stack minpc masks maximal uniform barriers volta var x: 0 0
