; Prefix sums of 33 threads: where the lane is negative the value is undefined, and that thread does not add.
.threads 33
        s = tid
        d = 1
loop:   more = d < warp_size
        bz more, done
        k = tid - d
        o = s
        shfl o, k
        c = k >= 0
        bz c, skip          ; there o is undefined
        s = s + o
skip:   sync
        d = d << 1
        jump loop
done:   sync
        stop
.expect var s: 0 1 3 6 10 15 21 28 36 45 55 66 78 91 105 120 136 153 171 190 210 231 253 276 300 325 351 378 406 435 465 496 528
.covers SV SI
