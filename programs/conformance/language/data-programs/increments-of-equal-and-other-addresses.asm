; Equal and different addresses mixed: at each address the threads count in ascending order.
.threads 8
.memory 0: 0 100 200
        a = tid % 3
        n = atomic_inc [a]
        stop
.expect var n: 1 101 201 2 102 202 3 103
.expect memory 0: 3 103 202
.covers AT TL
