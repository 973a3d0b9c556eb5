; pc-out-of-program: a control trap reports all of Θ.
.threads 5
.active 2-4
        x = 1
.expect trap pc-out-of-program threads: 2-4
.covers pc-out-of-program
