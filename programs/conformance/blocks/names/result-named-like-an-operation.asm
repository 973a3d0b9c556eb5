; A variable named like the instruction that sets it.
.threads 2
        vote = vote.any 3, tid
        match = match.any 3, tid
        reduce = reduce.max 3, tid
        block_barrier = block_barrier.count tid
        stop
.expect lockstep stop
.expect lockstep var vote: 1 1
.expect lockstep var match: 1 2
.expect lockstep var reduce: 1 1
.expect lockstep var block_barrier: 1 1
.expect volta stop
.expect volta var vote: 1 1
.expect volta var match: 1 2
.expect volta var reduce: 1 1
.expect volta var block_barrier: 1 1
.covers VO MA RD BB
