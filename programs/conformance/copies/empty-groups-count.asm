; A commit without copies is a group, too: the wait leaves it, and not that of the copy.
.threads 1
.memory 0: 5
        copy.async [1], [0]
        async.commit
        async.commit
        async.wait 1
        v = [1]
        stop
.expect stop
.expect var v: 5
.covers AC AG AW
