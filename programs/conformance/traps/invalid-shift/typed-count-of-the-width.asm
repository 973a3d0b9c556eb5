; invalid-shift: a typed count is compared with the width of the type, not of the word; 16 in all threads.
.threads 4
        x = shl.i32 tid, 16
        x = shl.i16 tid, 16
        stop
.expect trap invalid-shift 4 threads: 0
.expect var x: 0 65536 131072 196608
.covers invalid-shift
