; With one block there is nothing after its shared memory.
.threads 2
.block 2
.shared s 2
        a = s + 1
        a = a + tid
        [a] = tid
        stop
.expect lockstep trap invalid-address 7 threads: 1
.expect volta trap invalid-address 7 threads: 1
.covers invalid-address
