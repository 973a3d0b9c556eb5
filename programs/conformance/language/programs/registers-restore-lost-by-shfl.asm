; With `restore`, a value that was lost before the block is lost after it, though the block defined it.
.threads 4
.registers restore
        x = tid
        shfl x, -1
        everywhere
        x = 5
        end_everywhere
        y = x
        stop
.expect trap undefined-variable 9
.expect active 0-3
.expect var x: _ _ _ _
.expect steps 5
.covers EE undefined-variable
