; Threads that are not active keep their variables, and store nothing.
.threads 4
.memory 0: 9 9 9 9
        x = 5
        bz tid, join            ; thread 0 waits
        x = tid
        [tid] = x
join:   sync
        stop
.expect stop
.expect var x: 5 1 2 3
.expect memory 0: 9 1 2 3
.expect steps 7
.covers IT
