; A thread stores; a vote; another thread loads.
;
;     if (i == 0) flag = 7;   __any_sync(full, 1);   x = flag;
;
; The vote makes the threads wait for each other, but the CUDA guide says that it orders no memory: a race of independent
; threads. SPIR-V's subgroup operations order none either. In lock step and in ISPC the store comes first.
.threads 4
.const FLAG 0
.memory FLAG: 0
        c = tid == 0
        bz c, join
        [FLAG] = 7
join:   sync
        any = vote.any 15, 1
        x = [FLAG]
        stop
.expect lockstep stop
.expect lockstep var x: 7 7 7 7
.expect volta trap race 15 threads: 1
