; Copies of one step to one address, where agents are warps.
.threads 2
.memory 0: 5
        copy.async [1], [0]
        stop
.expect lockstep stop
.expect lockstep memory 0: 5 5
.expect volta trap race
.covers AC race
