; SV: outside of a block the mask is Θ; in the half of 2 and 3, lane 3 is in it.
.threads 4
        x = tid + 10
        c = tid < 2
        bz c, join
        shfl x, 1
        jump end
join:   shfl x, 3
end:    sync
        stop
.expect var x: 11 11 13 13
.covers SV
