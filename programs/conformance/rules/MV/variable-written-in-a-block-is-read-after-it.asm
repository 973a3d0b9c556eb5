; MV: a variable that was first written in a block is defined after it, under keep.
.threads 2
.active 0
        everywhere
        x = tid + 1
        end_everywhere
        y = x
        stop
.expect var x: 1 2
.expect var y: 1 _
.covers MV EE
