; `.races warp` is said, but independent threads are the agents under `volta`.
.threads 2
.races warp
        [0] = 5
        stop
.expect lockstep stop
.expect lockstep memory 0: 5
.expect volta trap race 4 threads: 1
.covers race ST
