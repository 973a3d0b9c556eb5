; With `restore`: the same program, with all variables of all threads as before the block.
.threads 4
.registers restore
.active 0-1
        x = 1
        everywhere
        x = tid * 10
        y = x
        end_everywhere
        z = x
        stop
.expect stop
.expect active 0-1
.expect var x: 1 1 _ _
.expect var y: _ _ _ _
.expect var z: 1 1 _ _
.covers EE
