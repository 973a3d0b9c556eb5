; Two fences with no atomic: by C++ they order nothing, and the load (line 9) races with the store (line 11).
.steps 300
.threads 1
.block 2
.memory 0: 0
        bz btid, z
        n = 0
        fence.seq_cst.block
        v = [0]
        jump j
z:      [0] = 7
        fence.seq_cst.block
j:      sync
        stop
.expect lockstep trap race 9
.expect volta trap race 9
.covers race FE
