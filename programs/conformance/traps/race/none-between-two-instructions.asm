; no race between two instructions of one warp: the lock step orders them.
.threads 33
        [tid] = 1
        k = tid ^ 32
        bnz k, join         ; all wait but 32
        [0] = 2             ; where thread 0 has stored
join:   sync
        y = [0]
        stop
.expect stop
.expect var y: 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2
.expect memory 0: 2 1
.covers ST LD
