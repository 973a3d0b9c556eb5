; A barrier in each half of a conditional that diverges within a warp:
;
;     if (i < 2) __syncthreads();  else __syncthreads();
;
; Before Volta a warp waited as a whole, whatever its active threads, and the two halves could pair with barriers of other
; warps: undefined in CUDA, and here a trap. Since Volta each thread waits by itself, and the two pair; CUDA still
; requires one and the same barrier, hence the warning. Undefined in SPIR-V, with and without maximal reconvergence.
.threads 4
        c = tid < 2
        bz c, else
        block_barrier
        jump join
else:   block_barrier
join:   sync
        x = tid
        stop
.expect lockstep trap barrier-while-diverged 11 threads: 0 1
.expect volta stop
.expect volta var x: 0 1 2 3
.expect volta warning barrier-instructions
