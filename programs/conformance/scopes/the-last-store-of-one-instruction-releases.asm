; The threads of warp 0 store to the flag by one instruction (line 11). Only the store of thread 1, the last, is observed:
; what thread 0 has stored before races with the load of warp 1 (line 18).
.steps 300
.races thread
.order ascending
.threads 2
.block 4
.memory 0: 0 0 0
        bnz wid, w
        [tid] = 7
        store.release.block [2], 1
        jump j
w:      n = 0
        n = 0
        bnz tid, i
        f = load.acquire.block [2]
        v = [1]
        v = [0]
i:      sync
j:      sync
        stop
.expect lockstep trap race 18 warp 1 threads: 0
.covers race AT ST
