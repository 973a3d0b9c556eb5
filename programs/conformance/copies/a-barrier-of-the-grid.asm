; The barrier of the grid orders no copy for which its thread has not waited either.
.threads 1
.warps 2
.memory 0: 5 6
        a = wid + 2
        copy.async [a], [wid]
        async.commit
        barrier
        b = 3 - wid
        v = [b]
        stop
.expect trap race
.covers race AC AG BR
