; What the thread has done before is ordered before the copy.
.threads 1
        [0] = 5
        [1] = 6
        v = [1]
        copy.async [1], [0]
        async.commit
        async.wait 0
        v = [1]
        stop
.expect stop
.expect var v: 5
.covers AC AG AW ST LD
