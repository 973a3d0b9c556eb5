; Half of a block returns before a barrier:
;
;     if (i >= 4) return;   __syncthreads();
;
; A barrier waits only for threads that have not exited: since Volta, and before it for a warp that has returned as a
; whole. So the program ends. `__syncthreads` is nevertheless defined only where all threads of the block reach it, hence the
; warning. SPIR-V's OpControlBarrier of scope Workgroup must be executed by all invocations of the workgroup, with or without
; maximal reconvergence. ISPC has no such barrier: a gang is one thread of the processor.
.threads 4
.block 8
        c = wid == 1
        bz c, go
        exit
go:     sync
        block_barrier
        x = btid
        stop
.expect lockstep stop
.expect lockstep var x: 0 1 2 3
.expect lockstep var x warp 1: _ _ _ _
.expect lockstep warning barrier-exited 15
.expect volta stop
.expect volta var x: 0 1 2 3
.expect volta warning barrier-exited 15
