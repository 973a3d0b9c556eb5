; An address past the shared memory of block 0 is that of block 1, which block 0 cannot use.
.threads 1
.block 1
.grid 2
.shared s 1
        a = s + 1
        [a] = 1
        stop
.expect lockstep trap invalid-address 7
.expect volta trap invalid-address 7
.covers invalid-address
