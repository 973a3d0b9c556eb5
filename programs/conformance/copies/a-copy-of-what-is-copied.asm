; The source of the second copy is the target of the first.
.threads 1
.memory 0: 5
        copy.async [1], [0]
        async.commit
        copy.async [2], [1]
        stop
.expect trap race 6
.covers race AC AG
