; MT: threads that a block wakes have their numbers too.
.threads 4
.active 2
        everywhere
        x = tid
        end_everywhere
        stop
.expect var x: 0 1 2 3
.covers MT EB
