; That of block 1 succeeds, and writes: it races with the load of block 0.
.steps 300
.order ascending
.threads 1
.block 1
.grid 2
.memory 0: 0
        o = bid ^ 1
        v = fetch_cas.acq_rel.block [0], o, 6
        stop
.expect lockstep trap race 9 warp 1
.expect volta trap race 9 warp 1
.covers race AT
