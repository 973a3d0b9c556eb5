; A barrier orders steps, but not copies for which nobody has waited.
.threads 2
.block 4
.memory 0: 5 6 7 8
.shared s 4
        a = s + btid
        b = a ^ 2
        copy.async [a], [btid]
        async.commit
        block_barrier
        v = [b]
        stop
.expect lockstep trap race 11
.expect volta trap race
.covers race AC AG BB
