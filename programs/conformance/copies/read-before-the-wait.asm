; The thread reads what it copies before it waits.
.threads 1
.memory 0: 5
        copy.async [1], [0]
        async.commit
        v = [1]
        async.wait 0
        stop
.expect trap race 6
.covers race AC AG
