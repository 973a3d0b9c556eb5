; SV: only the lane needs a value. 63 threads of 64 take one that they did not have.
.threads 64
        c = tid == 63
        bz c, join          ; 63 continues alone
        x = 8
join:   sync
        shfl x, 63
        stop
.expect var x: 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8
.expect active: 0-63
.covers SV
