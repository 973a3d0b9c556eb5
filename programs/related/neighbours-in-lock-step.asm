; Neighbours exchange words through shared memory, with nothing between the stores and the loads:
;
;     __shared__ int box[4];  box[i] = i;  x = box[i ^ 1];
;
; In lock step all stores come before all loads. Kernels for GPUs up to Pascal did this, with a `volatile` pointer, although
; it was never a guarantee of CUDA. Since Volta it is a race; `__syncwarp()` between the two repairs it. It is a race in
; SPIR-V too, with and without maximal reconvergence, which says who is together and not what memory shows. In ISPC it is
; valid: what one instance stores, the others see after the next sequence point.
.threads 4
.block 4
.shared box 4
        a = box + btid
        [a] = tid
        b = a ^ 1
        x = [b]
        stop
.expect lockstep stop
.expect lockstep var x: 1 0 3 2
.expect lockstep shared 0 0: 0 1 2 3
.expect volta trap race 15 threads: 0
