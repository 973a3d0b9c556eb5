; The halves of a conditional vote differently: `any` and `all` do not meet. The trap is of the lowest machine that waits: in
; lock step the half that runs first, otherwise thread 0.
.threads 2
        bz tid, e
        v = vote.any 3, 1
        jump j
e:      v = vote.all 3, 1
j:      sync
        stop
.expect lockstep trap collective-mask 5 threads: 1
.expect volta trap collective-mask 7 threads: 0
.covers collective-mask
