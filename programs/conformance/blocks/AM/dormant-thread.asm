; A dormant thread is not in the set.
.threads 4
.active 0 2
        m = activemask
        stop
.expect lockstep stop
.expect lockstep var m: 5 _ 5 _
.covers AM
