; Under `restore`, a variable that had no value before the block has none after it, and reading it traps.
.threads 4
.registers restore
        everywhere
        x = tid
        y = x
        end_everywhere
        z = y
        stop
.expect trap undefined-variable 8
.expect active 0-3
.expect var x: _ _ _ _
.expect var y: _ _ _ _
.expect steps 4
.covers EE undefined-variable
