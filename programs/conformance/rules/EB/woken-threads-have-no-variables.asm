; A thread that a block wakes has only the variables that it wrote itself: reading another one traps.
.threads 4
.active 1-3
        x = 5
        everywhere
        y = x
        end_everywhere
        stop
.expect trap undefined-variable 6
.expect active 0-3
.expect var x: _ 5 5 5
.expect var y: _ _ _ _
.expect steps 2
.covers EB undefined-variable
