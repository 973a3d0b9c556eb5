; Two blocks read a word by `fetch_cas` of block scope that fails: reads do not race.
.steps 300
.threads 1
.block 1
.grid 2
.memory 0: 0
        v = fetch_cas.acq_rel.block [0], 5, 6
        stop
.expect lockstep stop
.expect volta stop
.covers AT
