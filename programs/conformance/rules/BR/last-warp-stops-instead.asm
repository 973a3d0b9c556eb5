; Warps that wait are released when the last one that might have come stops.
.threads 1
.warps 2
        bz wid, works
        sync
        barrier
        x = 1
        [0] = x
        stop
works:  i = 0
        i = i + 1
        i = i + 1
        i = i + 1
        sync
        stop
.expect stop
.expect var i: 3
.expect memory 0: 1
.expect steps 13
.expect stat by_instruction.barrier == 1
.covers BR STOP
