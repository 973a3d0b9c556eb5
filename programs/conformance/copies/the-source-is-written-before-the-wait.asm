; The thread writes to the source before it waits; to read it is not a race.
.threads 1
.memory 0: 5
        copy.async [1], [0]
        v = [0]
        [0] = 6
        stop
.expect trap race 6
.covers race AC LD
