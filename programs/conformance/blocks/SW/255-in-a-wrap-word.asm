; In a `wrap` word the full mask may be written 255.
.threads 8
.block 8
.word 8 wrap
        syncwarp 255
        stop
.expect lockstep stop
.expect lockstep stat collectives == 1
.expect volta stop
.expect volta stat collectives == 1
.covers SW
