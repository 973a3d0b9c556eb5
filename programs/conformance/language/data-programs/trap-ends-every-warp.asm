; A trap in warp 1 ends the run: warp 0, which has had its turn, goes no further.
.threads 1
.warps 2
        [wid] = 1
        x = 6 / wid          ; warp 0
        a = wid + 10
        [a] = x
        stop
.expect trap division-by-zero 5
.expect memory 0: 1 1
.expect memory 10: _ _
.expect steps 2
.covers division-by-zero
