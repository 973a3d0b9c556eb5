; The words after the points are names elsewhere.
.threads 2
        count = 3
        idx = 1
        up = 0
        down = 1
        any = shfl.idx count, idx, up
        all = shfl.down count, tid, down
        grid = vote.any count, all
        block = vote.all count, all
        stop
.expect lockstep stop
.expect lockstep var any: 1 1
.expect lockstep var all: 1 1
.expect lockstep var grid: 1 1
.expect lockstep var block: 1 1
.expect volta stop
.expect volta var any: 1 1
.expect volta var all: 1 1
.expect volta var grid: 1 1
.expect volta var block: 1 1
.covers SH VO
