; undefined-variable: waiting threads do not trap; only active ones read.
.threads 33
        c = tid == 5
        bz c, join
        x = 3
        x = x + 1
        [x] = x
join:   sync
        stop
.expect stop
.expect memory 4: 4
.covers MV
