; no race under .races thread where threads exchange values by shfl: variables are no memory.
.threads 4
.races thread
        x = tid
        k = tid ^ 3
        shfl x, k
        [tid] = x
        y = [tid]
        stop
.expect stop
.expect memory 0: 3 2 1 0
.covers SV ST LD
