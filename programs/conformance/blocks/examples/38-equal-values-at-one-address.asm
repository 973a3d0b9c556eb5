; Two threads of a warp store the same word to one address: allowed in lock step, a race of independent threads.
.threads 2
        [0] = 5
        stop
.expect lockstep stop
.expect lockstep memory 0: 5
.expect volta trap race 3
.covers ST race
