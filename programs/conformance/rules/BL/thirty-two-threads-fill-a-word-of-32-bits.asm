; BL: as a CUDA warp votes, except for the sign.
.threads 32
.word 32 wrap
        c = tid >= 16
        v = ballot c
        stop
.expect var v: -65536
.covers BL
