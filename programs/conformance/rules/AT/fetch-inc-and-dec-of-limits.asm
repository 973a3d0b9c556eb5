; AT: with the operand 0 or a negative one, fetch_inc leaves 0 and fetch_dec leaves the operand.
.threads 2
.memory 0: 3 0
.memory 8: 3 0
.memory 16: 3 0
.memory 24: 3 0
        b = tid + 8
        c = tid + 16
        d = tid + 24
        x = fetch_inc [tid], 0
        x = fetch_inc [b], -2
        y = fetch_dec [c], 0
        y = fetch_dec [d], -2
        stop
.expect memory 0: 0 0
.expect memory 8: 0 0
.expect memory 16: 0 0
.expect memory 24: -2 -2
.covers AT
