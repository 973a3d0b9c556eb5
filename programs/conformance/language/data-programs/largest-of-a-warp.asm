; The largest of 64 numbers by shuffles with lanes tid ^ d.
.threads 64
        m = tid * 37
        m = m % 64
        m = m - 70
        d = 1
loop:   more = d < warp_size
        bz more, done
        k = tid ^ d
        o = m
        shfl o, k
        m = max m, o
        d = d << 1
        jump loop
done:   sync
        stop
.expect var m: -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7 -7
.covers SV
