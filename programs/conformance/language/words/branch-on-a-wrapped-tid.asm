; A branch on tid in a wrap word of 8 bits: of 1000 threads 0, 256, 512 and 768 are 0.
.threads 1000
.word 8 wrap
.memory 0: 0
        bnz tid, join
        n = atomic_inc [0]
join:   sync
        stop
.expect memory 0: 4
.covers BD MT
