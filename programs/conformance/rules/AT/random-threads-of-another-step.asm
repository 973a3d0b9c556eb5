; AT: the key has the warp's steps in it: the same instruction one step later has another order.
.threads 8
.order random 7
.memory 0: 0
        y = 0
        x = atomic_inc [0]
        stop
.expect var x: 1 3 8 2 4 7 5 6
.covers AT
