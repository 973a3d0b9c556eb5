; LeelaChessZero/lc0#2420: threads without work return before an operation that needs all threads.
;
;     if (t >= n) return;   ...   sum over all threads, with barriers or shuffles
;
; The threads of padding rows return at once. They are then missing from the sum's barriers and shuffles. That change
; found it harmless where whole warps leave, and a fault of the GPU where a warp holds both padding and work.
; JuliaGPU/CUDAnative.jl#4 has the same shape: functions with several exits.
;
; The machine: a return is a `stop`, here inside a conditional that is still open. That is the trap
; stop-while-diverged, long before the sum.
.threads 8
.const COUNT 6
.iota 0 6 1
        in = tid < COUNT
        bnz in, work
        stop                    ; threads 6 and 7
work:   sync
        s = [tid]
        offset = 4
loop:   bz offset, done
        other = s
        k = tid ^ offset
        shfl other, k
        s = s + other
        offset = offset / 2
        jump loop
done:   sync
        [tid] = s
        stop
.expect trap stop-while-diverged 16
