; no overflow in a thread that waits.
.threads 33
.word 8
        x = 4
        c = tid == 32
        bnz c, join         ; 32 * 4 would not fit
        x = x * tid
join:   sync
        stop
.expect stop
.expect var x: 0 4 8 12 16 20 24 28 32 36 40 44 48 52 56 60 64 68 72 76 80 84 88 92 96 100 104 108 112 116 120 124 4
.covers BP
