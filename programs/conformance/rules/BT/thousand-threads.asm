; 1000 threads, no zero among them: `bnz` takes them all.
.threads 1000
.memory 0: 0 0
        v = tid + 1
        bnz v, there
        n = atomic_inc [0]
there:  sync
        n = atomic_inc [1]
        stop
.expect stop
.expect memory 0: 0 1000
.expect steps 5
.expect stat branches_uniform == 1
.expect stat simd_efficiency == 1
.covers BT
