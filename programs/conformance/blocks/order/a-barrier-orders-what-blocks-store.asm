; Each block stores a word and, after a barrier of the grid, loads that of the other block: no race.
.threads 1
.block 1
.grid 2
        [bid] = bid
        barrier
        o = 1 - bid
        x = [o]
        stop
.expect stop
.expect memory 0: 0 1
.expect var x warp 0: 1
.expect var x warp 1: 0
.covers BR
