; opencv/opencv#12320: shuffles that wait for threads that never arrive.
;
;     if (tid < sums) {
;         s = sum[tid];
;         for (o = 1; o < sums; o *= 2) { u = shfl_up_sync(ALL, s, o); if (tid >= o) s += u; }
;     }
;
; The second step of a scan: a few threads scan the sums of the warps. A sync shuffle waits for all threads that its
; mask names. The mask names the whole warp, and most threads do not enter the branch. The code ran on older GPUs; on the
; first with independent thread scheduling, integral images, which use such scans, never finished.
; (opencv/opencv#13658 fixes the same hang on a later GPU, #13014: each mask names the participating threads.)
;
; The machine's shuffle does not wait, so the program has an explicit barrier instead. A barrier that only some threads
; reach is the trap barrier-while-diverged, where a GPU may hang, or appear to work.
.threads 8
.const SUMS 0
.const COUNT 4
.memory SUMS: 3 5 7 9
        mine = tid < COUNT
        bz mine, done
        a = tid + SUMS
        s = [a]
        barrier                 ; threads 4 to 7 never reach it
        k = tid - 1
        k = max k, 0
        up = s
        shfl up, k
        add = tid >= 1
        up = up * add
        s = s + up
        barrier
        k = tid - 2
        k = max k, 0
        up = s
        shfl up, k
        add = tid >= 2
        up = up * add
        s = s + up
        [a] = s
done:   sync
        stop
.expect trap barrier-while-diverged 23
