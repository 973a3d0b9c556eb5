; The word at 0 is at 1 after the wait, in memory also without one.
.threads 1
.memory 0: 5
        copy.async [1], [0]
        async.commit
        async.wait 0
        v = [1]
        copy.async [2], [1]
        stop
.expect stop
.expect var v: 5
.expect memory 0: 5 5 5
.covers AC AG AW MM
