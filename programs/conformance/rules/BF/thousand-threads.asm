; 1000 threads, all zero: `bnz` takes none of them.
.threads 1000
.memory 0: 0
        v = tid / 1000
        bnz v, there
        n = atomic_inc [0]
there:  sync
        stop
.expect stop
.expect memory 0: 1000
.expect steps 5
.expect stat branches_uniform == 1
.expect stat simd_efficiency == 1
.covers BF
