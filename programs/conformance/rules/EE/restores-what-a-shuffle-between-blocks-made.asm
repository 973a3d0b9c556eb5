; EE under `.registers restore`: each block restores the β of its own entry, also where only a shuffle is between two.
.threads 2
.registers restore
        x = tid
        k = 1 - tid
        everywhere
        end_everywhere
        shfl x, k
        everywhere
        x = 7
        end_everywhere
        stop
.expect var x: 1 0
.covers EE SV
