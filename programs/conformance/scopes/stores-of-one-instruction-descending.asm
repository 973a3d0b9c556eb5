; Atomic stores of one instruction are executed in the scheduler's order: the last remains, and they do not race.
.steps 300
.races thread
.order descending
.threads 4
        store.relaxed.block [0], tid
        v = load.relaxed.block [0]
        stop
.expect lockstep stop
.expect lockstep memory 0: 0
.expect lockstep var v: 0 0 0 0
.expect volta stop
.covers AT ST
