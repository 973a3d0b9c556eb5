; assertion: the warp that fails ends the run; warp 0 had its turn.
.threads 2
.warps 3
        x = wid != 1
        a = wid
        [a] = 1
        assert x
        stop
.expect trap assertion 7 warp 1 threads: 0
.expect memory 0: 1 1 1
.covers assertion
