; AT: threads that increment one word get successive values, in ascending order.
.threads 33
.memory 0: 0
        x = atomic_inc [0]
        stop
.expect var x: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33
.expect memory 0: 33
.covers AT TL
