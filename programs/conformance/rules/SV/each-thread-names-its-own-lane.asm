; SV: the lane is a variable, another one in each thread. A rotation by one of 33 threads.
.threads 33
        x = tid * 10
        next = tid + 1
        next = next % warp_size
        shfl x, next
        stop
.expect var x: 10 20 30 40 50 60 70 80 90 100 110 120 130 140 150 160 170 180 190 200 210 220 230 240 250 260 270 280 290 300 310 320 0
.covers SV
