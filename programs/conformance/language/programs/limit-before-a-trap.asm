; After three steps the next instruction would trap, but the warp is at its limit: the limit comes first.
.threads 1
.steps 3
        x = 1
        y = 2
        z = 3
        sync                    ; without a branch
        stop
.expect limit steps
.expect steps 3
.covers CT
