; apache/tvm#17307 and apache/tvm#12274: a warp reduction over a count that is not a multiple of the warp.
;
;     for (o = 8; o > 0; o /= 2) m = max(m, shfl_down(mask, m, o));        // 11 threads in a warp of 16
;
; A compiler lowers a reduction over 11 threads to shuffles. Thread 3 reads lane 11, which was never started, and uses
; the value it receives in the maximum: 0 in that issue's tests, which is harmless in a sum and wrong in a maximum of
; negative numbers (#12274). Later the mask that the lowering computed for the participating threads was found to cause
; an illegal instruction on one GPU, and was dropped (#17307).
;
; The machine: lane 11 is dormant and not in the mask, `other` is undefined (rule SI), and the maximum that reads it
; traps.
.threads 16
.active 0-10
.const DATA 0
.memory DATA: -9 -8 -12 -7 -20 -15 -11 -31 -6 -10 -14
        a = tid + DATA
        m = [a]
        offset = 8
loop:   bz offset, done
        other = m
        k = tid + offset
        shfl other, k
        m = max m, other        ; thread 3: lane 11 is not active
        offset = offset / 2
        jump loop
done:   sync
        stop
.expect trap undefined-variable 23
