; A shuffle from a lane that has returned:
;
;     x = 10 * i;   if (i == 3) return;   y = __shfl_sync(full, x, 3);   z = y + 1;
;
; In CUDA and SPIR-V (OpGroupNonUniformShuffle from an inactive invocation) y is undefined; here it is a trap when y is read.
; ISPC's shuffle returns what lane 3 left in its register.
.threads 4
        x = tid * 10
        c = tid == 3
        bz c, go
        exit
go:     sync
        y = shfl.idx 15, x, 3
        z = y + 1
        stop
.expect lockstep trap undefined-variable 14 threads: 0
.expect volta trap undefined-variable 14
