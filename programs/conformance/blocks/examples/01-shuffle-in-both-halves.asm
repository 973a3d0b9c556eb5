; A shuffle in both halves of a conditional. In lock step each half is alone at its shuffle, and the mask names the other;
; independent threads wait for each other, and the two instructions meet: the operation counts, not where it is.
.threads 2
        x = tid + 10
        bz tid, e
        y = shfl.xor 3, x, 1
        jump j
e:      y = shfl.xor 3, x, 1
j:      sync
        stop
.expect lockstep trap collective-mask 6
.expect volta stop
.expect volta var y: 11 10
.covers SH collective-mask
