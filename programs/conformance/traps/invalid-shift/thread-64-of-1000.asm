; invalid-shift: thread 64 is the first whose count is too large.
.threads 1000
        x = 0 >> tid
        stop
.expect trap invalid-shift 3
.covers invalid-shift
