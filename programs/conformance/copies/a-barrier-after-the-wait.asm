; Each thread waits for its copy; the barrier passes that on to the others.
.threads 2
.block 4
.memory 0: 5 6 7 8
.shared s 4
        a = s + btid
        b = a ^ 2
        copy.async [a], [btid]
        async.commit
        async.wait 0
        block_barrier
        v = [b]
        stop
.expect stop
.expect var v warp 0: 7 8
.covers AC AG AW BB
