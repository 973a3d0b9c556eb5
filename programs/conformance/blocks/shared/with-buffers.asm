; A program with buffers can use its buffers and its shared memory, and nothing else.
.threads 2
.block 2
.buffer OUT 4 2
.shared s 2
        a = s + tid
        [a] = tid
        b = tid + OUT
        [b] = 7
        b = b + 2
        [b] = 8
        stop
.expect lockstep trap invalid-address 11 threads: 0
.expect lockstep shared 0 0: 0 1
.expect volta trap invalid-address 11 threads: 0
.expect volta shared 0 0: 0 1
.covers invalid-address ST
