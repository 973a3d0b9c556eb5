; Thread t stores t * t at address 100 + t.
; Wanted, memory 100: 0 1 4 9 16 25 36 49
.threads 8
        x = tid
        [tid] = x
        stop
