; SV: under restore a shuffle in the block reads what the block wrote; the end of the block undoes it.
.threads 2
.registers restore
        x = tid
        everywhere
        x = tid + 60
        shfl x, 1
        [tid] = x
        end_everywhere
        stop
.expect var x: 0 1
.expect memory 0: 61 61
.covers SV EE
