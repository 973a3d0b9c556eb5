; Under `restore`, a value that the block lost by an invalid shuffle comes back.
.threads 4
.registers restore
        x = tid
        everywhere
        shfl x, 4               ; there is no thread 4
        end_everywhere
        y = x
        stop
.expect stop
.expect var y: 0 1 2 3
.expect steps 6
.covers EE SI
