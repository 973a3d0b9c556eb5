; With `restore`, `shfl` after a block reads values from before it, in threads that the block has changed.
.threads 8
.registers restore
        x = tid * 3
        everywhere
        x = 0 - tid
        shfl x, 0
        end_everywhere
        lane = 7 - tid
        shfl x, lane
        stop
.expect stop
.expect var x: 21 18 15 12 9 6 3 0
.covers EE SV
