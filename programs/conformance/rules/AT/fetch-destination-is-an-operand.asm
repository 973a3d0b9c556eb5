; AT: the destination may be the address or an operand; they are read before.
.threads 2
.memory 4: 10 20
        a = tid + 4
        a = fetch_add [a], a
        b = 1
        b = fetch_sub [4], b
        stop
.expect var a: 10 20
.expect var b: 14 13
.expect memory 4: 12 25
.covers AT
