; AT: 100 threads count in bytes.
.threads 100
.memory 0: 200 0
        x = fetch_add.u8 [0], 1
        c = x < 0
        n = fetch_add.i32 [1], c
        stop
.expect memory 0: 44 56
.covers AT
