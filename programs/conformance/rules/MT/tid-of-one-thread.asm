; MT: the one thread of a warp has the number 0.
.threads 1
        x = tid
        stop
.expect var x: 0
.covers MT
