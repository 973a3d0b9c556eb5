; LD: wid is an operand, also as an address.
.threads 1
.warps 2
.memory 0: 11 12
        x = [wid]
        a = wid + 8
        [a] = x
        stop
.expect memory 8: 11 12
.covers LD MT
