; The mask has a bit for lane 4 of a warp of four.
.threads 4
        m = 31
        y = vote.all m, 1
        stop
.expect lockstep trap collective-mask 4 threads: 0
.expect volta trap collective-mask 4 threads: 0
.covers collective-mask
