; Both halves begin at the next instruction: it is done once for each half.
.threads 2
.memory 0: 0
        bz tid, both
both:   n = atomic_inc [0]
        sync
        stop
.expect stop
.expect active 0-1
.expect var n: 2 1
.expect steps 6
.covers BD SS
