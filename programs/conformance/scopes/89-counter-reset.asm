; The last block resets the counter by a plain store (line 15). By C++ that races with the atomic of the other block (line
; 11), after which there is no fence.
.steps 300
.threads 1
.block 1
.grid 2
.memory 2: 0
        a = bid
        [a] = bid
        fence.grid
        k = fetch_add [2], 1
        bz k, e
        fence.grid
        v = [0]
        [2] = 0
e:      sync
        stop
.expect lockstep trap race 15
.expect volta trap race 15
.covers race AT FE
