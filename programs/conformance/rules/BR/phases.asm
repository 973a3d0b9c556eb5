; A word is passed around: each warp stores its own, waits, and reads that of the next warp.
.threads 1
.warps 3
        word = wid * 100
        [wid] = word
        barrier
        next = wid + 1
        next = next % 3
        word = [next]
        barrier
        [wid] = word
        stop
.expect stop
.expect var word: 100
.expect memory 0: 100 200 0
.expect steps 27
.covers BR
