; opencv/opencv#12320: shuffles that wait for threads which never come.
;
;     if (tid < sums) {
;         s = sum[tid];
;         for (o = 1; o < sums; o *= 2) { u = shfl_up_sync(ALL, s, o); if (tid >= o) s += u; }
;     }
;
; The second step of a scan: a few threads scan the sums of the warps. A sync shuffle waits for all threads that its
; mask names, and the mask names the whole warp, of which most do not enter the branch. It ran on older cards; on the
; first whose threads are scheduled independently, the integral of an image, which is made of such scans, never ended.
; (opencv/opencv#13658 mends the same hang on a later card, #13014: each mask names those who take part.)
;
; The machine's shuffle does not wait, so the wait is written out as what it is, a barrier. A barrier that only some
; threads reach is the trap barrier-while-diverged, where a card may hang, or seem to work.
.threads 8
.const SUMS 0
.const COUNT 4
.memory SUMS: 3 5 7 9
        mine = tid < COUNT
        bz mine, done
        a = tid + SUMS
        s = [a]
        barrier                 ; threads 4 to 7 are not coming
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
