; All new words as labels and variables, in a program without `.block`.
.threads 1
        block_barrier = 1
syncwarp: vote = 2
match:  reduce = vote + block_barrier
fence:  btid = reduce
exit:   block_size = btid + 1
        grid_size = block_size
        bid = grid_size
vote:   stop
.expect lockstep stop
.expect lockstep var bid: 4
.expect lockstep var block_barrier: 1
.expect volta stop
.expect volta var bid: 4
.expect volta var block_barrier: 1
.covers BP
