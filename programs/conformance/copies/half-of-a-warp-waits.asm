; Where agents are warps, each thread waits for its own copies all the same.
.threads 2
.memory 0: 5
        a = tid + 1
        copy.async [a], [0]
        async.commit
        bz tid, z
        async.wait 0
z:      sync
        v = [1]
        stop
.expect lockstep trap race 10
.expect volta trap race
.covers race AC AG AW
