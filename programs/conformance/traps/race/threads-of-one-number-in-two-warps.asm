; race under .races thread: a thread is one of one warp; thread 0 of another warp is another thread.
.threads 2
.warps 2
.races thread
        [tid] = 5            ; warp 1
        stop
.expect trap race 5
.expect memory 0: 5 5
.expect steps 1
.covers ST race
