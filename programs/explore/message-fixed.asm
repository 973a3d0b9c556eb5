; message.asm with a barrier between the store and the load: one result.
.threads 1
.warps 2
.const WORD 0
        bnz wid, ready
        [WORD] = 42
ready:  sync
        barrier
        word = [WORD]
        stop
.expect stop
.expect var word: 42
