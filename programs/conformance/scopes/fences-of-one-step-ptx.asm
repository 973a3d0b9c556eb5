; Fences of one step do not order each other: what thread 1 loads after it races with what thread 0 has stored before it.
.steps 300
.consistency ptx
.races thread
.threads 2
        bnz tid, i
        [0] = 7
i:      sync
        fence.seq_cst.block
        v = [0]
        stop
.expect lockstep trap race 10 threads: 1
.covers race FE
