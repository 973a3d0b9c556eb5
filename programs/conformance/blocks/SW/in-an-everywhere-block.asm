; In a block the threads that it woke take part.
.threads 4
.active 0
        everywhere
        syncwarp 15
        s = reduce.add 15, tid
        end_everywhere
        stop
.expect lockstep stop
.expect lockstep var s: 6 6 6 6
.covers SW RD EB
