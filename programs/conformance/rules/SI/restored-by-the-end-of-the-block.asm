; SI: under restore, a variable that the block made undefined has its value back after the block.
.threads 2
.registers restore
        x = tid + 3
        everywhere
        shfl x, -5
        end_everywhere
        y = x
        stop
.expect var x: 3 4
.expect var y: 3 4
.covers SI EE
