; The mask of a partial warp may name the lanes that it lacks, but not a lane beyond the width of a warp.
.threads 4
.block 2
        syncwarp 15
        syncwarp 31
        stop
.expect lockstep trap collective-mask 5 threads: 0
.expect volta trap collective-mask 5 threads: 0
.covers collective-mask SW
