; Two threads exchange the words of two addresses in one step of the warp.
.threads 2
.memory 0: 5 6
        a = tid ^ 1
        copy.async [a], [tid]
        stop
.expect lockstep stop
.expect lockstep memory 0: 6 5
.expect volta trap race 5
.covers AC race
