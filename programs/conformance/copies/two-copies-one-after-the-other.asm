; The thread waits for the first copy before it begins the second.
.threads 1
.memory 0: 5 6
        copy.async [2], [0]
        async.commit
        async.wait 0
        copy.async [2], [1]
        async.commit
        async.wait 0
        v = [2]
        stop
.expect stop
.expect var v: 6
.covers AC AG AW
