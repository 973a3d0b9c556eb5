; LD: a dormant thread does not load, and its address need not be valid.
.threads 4
.active 0 1
.memory 0: 8 9
        x = [tid]           ; addresses 2 and 3 are not defined
        stop
.expect active: 0 1
.expect var x: 8 9 _ _
.covers LD
