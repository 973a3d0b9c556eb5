; AT: two atomics never race, of whatever operation.
.threads 33
.warps 3
.memory 0: 0
        x = fetch_add [0], 2
        x = atomic_inc [0]
        x = fetch_max [0], tid
        x = fetch_xor.i32 [0], 0
        stop
.expect stop
.expect memory 0: 297
.covers AT
