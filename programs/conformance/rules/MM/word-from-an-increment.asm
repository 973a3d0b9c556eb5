; MM: a load reads what the increments left.
.threads 33
.memory 0: 0
        n = atomic_inc [0]
        x = [0]
        stop
.expect var x: 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33 33
.covers MM AT
