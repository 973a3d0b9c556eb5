; opencv/opencv#12320, fixed: all threads of the warp scan, those without a sum with 0, and the branches contain only the
; load and the store. (On a machine with masks, a mask of the participating threads also works.)
.threads 8
.const SUMS 0
.const COUNT 4
.memory SUMS: 3 5 7 9
        a = tid + SUMS
        mine = tid < COUNT
        s = 0
        bz mine, loaded
        s = [a]
loaded: sync
        barrier
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
        bz mine, done
        [a] = s
done:   sync
        stop
.expect stop
.expect memory 0: 3 8 15 24 _
