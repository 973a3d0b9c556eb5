; flashinfer-ai/flashinfer#2996: a block-wide barrier in a branch that only some warps take.
;
;     if (warp >= COMPUTING) load();  else { compute(); syncthreads(); add_up(); }
;
; Some warps load, others compute. Those that compute wait at a barrier that counts all warps of the block, and the
; others never reach it. The code appeared to work, and sometimes hung on one kind of GPU.
;
; The machine: a conditional is open at the barrier, even though all threads of the warp took the same side. That is
; the trap barrier-while-diverged.
.threads 4
.warps 3
.const COMPUTING 2
.const BOX 0
        works = wid < COMPUTING
        bz works, load
        x = wid + 1
        a = wid + BOX
        bnz tid, put
        [a] = x
put:    sync
        barrier                 ; warp 2 never reaches it
        y = [0]
        z = [1]
        y = y + z
        jump join
load:   x = 0
join:   sync
        stop
.expect trap barrier-while-diverged 21
