; undefined-variable: under restore, a variable that was first written in the block is undefined after it.
.threads 2
.registers restore
        everywhere
        x = 1
        end_everywhere
        y = x
        stop
.expect trap undefined-variable 7
.expect var x: _ _
.covers undefined-variable EE
