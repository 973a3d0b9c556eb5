; Each thread waits for its own copy alone.
.threads 2
.block 4
.memory 0: 5 6 7 8
.shared s 4
        a = s + btid
        b = a ^ 2
        copy.async [a], [btid]
        async.commit
        async.wait 0
        v = [b]
        stop
.expect lockstep trap race 11
.expect volta trap race
.covers race AC AG AW
