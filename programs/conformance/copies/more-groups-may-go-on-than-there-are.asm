; The wait leaves two groups, and there is one.
.threads 1
.memory 0: 5
        copy.async [1], [0]
        async.commit
        async.wait 2
        v = [1]
        stop
.expect trap race 7
.covers race AC AG AW
