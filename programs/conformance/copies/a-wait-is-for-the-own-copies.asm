; Thread 1 copies, and only thread 0 waits.
.threads 2
.memory 0: 5
        bz tid, z
        copy.async [1], [0]
        async.commit
        jump j
z:      async.wait 0
j:      sync
        v = [1]
        stop
.expect lockstep trap race 10
.expect volta trap race
.covers race AC AG AW
