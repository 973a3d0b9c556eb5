; Two copies of one thread to one address are agents of their own.
.threads 1
.memory 0: 5 6
        copy.async [2], [0]
        async.commit
        copy.async [2], [1]
        stop
.expect trap race 6
.covers race AC AG
