; The mask names a lane beyond the width of the warp: that is an error, unlike a lane that a partial warp lacks.
; (Of independent threads: in ascending order.)
.threads 2
        syncwarp 7
        stop
.expect lockstep trap collective-mask 4 threads: 0
.expect volta trap collective-mask 4 threads: 0
.covers collective-mask
