; The wait is for groups: the second copy is in none yet.
.threads 1
.memory 0: 5
        copy.async [1], [0]
        async.commit
        copy.async [2], [0]
        async.wait 0
        v = [1]
        u = [2]
        stop
.expect trap race 9
.covers race AC AG AW LD
