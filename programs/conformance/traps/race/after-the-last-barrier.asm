; race: a barrier orders what comes before it, not two accesses that both come after it.
.threads 1
.warps 2
        x = 1
        barrier
        [0] = x
        stop
.expect trap race 6
.expect memory 0: 1
.covers BR race
