; Two threads of one block add to one word by atomics of block scope.
.steps 300
.threads 1
.block 2
.memory 0: 0
        v = fetch_add.relaxed.block [0], 1
        stop
.expect lockstep stop
.expect lockstep memory 0: 2
.expect volta stop
.expect volta memory 0: 2
.covers AT
