; AT: under .order random the threads go by (key(seed, warp, steps, t), t), here of seed 7 and step 0.
.threads 8
.order random 7
.memory 0: 0
        x = atomic_inc [0]
        stop
.expect var x: 4 1 6 7 5 8 3 2
.covers AT
