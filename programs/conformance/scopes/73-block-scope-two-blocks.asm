; Two blocks add to one word by atomics of block scope: each is atomic for its own block only.
.steps 300
.threads 1
.block 1
.grid 2
.memory 0: 0
        v = fetch_add.relaxed.block [0], 1
        stop
.expect lockstep trap race 7
.expect volta trap race 7
.covers race AT
