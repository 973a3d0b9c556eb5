; no invalid-address at the highest address, nor at 0.
.threads 2
        a = tid * 16777215
        [a] = tid
        x = atomic_inc [a]
        x = [a]
        stop
.expect stop
.expect var x: 1 2
.covers ST LD AT
