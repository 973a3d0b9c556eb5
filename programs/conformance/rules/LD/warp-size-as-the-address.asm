; LD: warp_size is a constant, also as an address.
.threads 33
.memory 33: 6
        x = [warp_size]
        stop
.expect var x: 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6
.covers LD
