; SV: inside of a block a lane of the set that waits at the sync (the half that ran first) is read too.
.threads 4
        everywhere
        x = tid + 100
        high = tid >= 2
        bnz high, second    ; 0 and 1 run first
        x = tid + 200
        jump join
second: shfl x, 0           ; 0 has finished its half, and x is 200 there
join:   sync
        end_everywhere
        stop
.expect var x: 200 201 200 200
.covers SV SS
