; Eight threads and a word of 8 bits: -1 is the full mask.
.threads 8
.block 8
.word 8
        syncwarp -1
        stop
.expect lockstep stop
.expect lockstep stat collectives == 1
.expect volta stop
.expect volta stat collectives == 1
.covers SW
