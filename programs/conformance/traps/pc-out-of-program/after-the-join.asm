; The last instruction is the `sync` that joins all threads.
.threads 4
.active 0-2
        bz tid, join
        x = 1
join:   sync
.expect trap pc-out-of-program
.expect active 0-2
.expect var x: _ 1 1 _
.expect steps 4
.covers pc-out-of-program SP
