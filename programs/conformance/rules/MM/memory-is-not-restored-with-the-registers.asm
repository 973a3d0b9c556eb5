; MM: under restore the end of a block restores variables, Σ stays.
.threads 2
.registers restore
        x = 1
        everywhere
        x = 2
        [0] = x
        end_everywhere
        y = [0]
        stop
.expect var x: 1 1
.expect var y: 2 2
.covers MM EE
