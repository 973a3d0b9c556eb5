; AT: the destination may be the address variable; the address is read before.
.threads 2
.memory 6: 100
        a = 6
        a = atomic_inc [a]
        stop
.expect var a: 101 102
.expect memory 6: 102
.covers AT
