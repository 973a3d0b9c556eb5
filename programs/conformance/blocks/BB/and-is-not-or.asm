; `.and` and `.or` are different forms.
.threads 1
.block 2
        bz wid, p
        a = block_barrier.or 1
        jump j
p:      a = block_barrier.and 1
j:      sync
        stop
.expect lockstep trap barrier-while-diverged 5 warp 1
.expect volta trap barrier-while-diverged 5 warp 1
.covers barrier-while-diverged
