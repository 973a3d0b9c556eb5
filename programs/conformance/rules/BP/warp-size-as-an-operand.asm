; BP: warp_size may be either operand.
.threads 33
        x = warp_size - tid
        y = tid / warp_size
        stop
.expect var x: 33 32 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1
.expect var y: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
.covers BP
