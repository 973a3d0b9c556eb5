; AT: under .order descending the highest thread increments first.
.threads 4
.order descending
.memory 0: 10
        x = atomic_inc [0]
        stop
.expect var x: 14 13 12 11
.covers AT
