; The wait leaves the latest group: the first copy has ended, the second has not.
.threads 1
.memory 0: 5
        copy.async [1], [0]
        async.commit
        copy.async [2], [0]
        async.commit
        async.wait 1
        v = [1]
        u = [2]
        stop
.expect trap race 10
.covers race AC AG AW LD
