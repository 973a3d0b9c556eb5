; race under .races thread: the threads of the two halves of a conditional are not ordered.
.threads 2
.races thread
        bnz tid, second
        [0] = 1
        jump join
second: [0] = 1
join:   sync
        stop
.expect trap race 7
.expect memory 0: 1
.covers ST race
