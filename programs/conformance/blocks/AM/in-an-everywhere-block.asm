; In a block the threads that it woke are in the set.
.threads 4
.active 0 2
        everywhere
        m = activemask
        end_everywhere
        stop
.expect lockstep stop
.expect lockstep var m: 15 15 15 15
.covers AM EB
