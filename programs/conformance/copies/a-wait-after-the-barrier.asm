; The barrier comes before the wait: what follows it in other threads is not ordered.
.threads 2
.block 4
.memory 0: 5 6 7 8
.shared s 4
        a = s + btid
        b = a ^ 2
        copy.async [a], [btid]
        async.commit
        block_barrier
        async.wait 0
        v = [b]
        stop
.expect lockstep trap race 12
.expect volta trap race
.covers race AC AG AW BB
