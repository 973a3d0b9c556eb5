; The thread writes to the target before it waits.
.threads 1
.memory 0: 5
        copy.async [1], [0]
        [1] = 6
        stop
.expect trap race 5
.covers race AC
