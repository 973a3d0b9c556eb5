; race under .races thread: a store where another thread has loaded.
.threads 64
.races thread
.iota 0 64
        x = [tid]
        k = 63 - tid
        [k] = x
        stop
.expect trap race 7
.expect memory 0: 0 1 2
.covers LD race
