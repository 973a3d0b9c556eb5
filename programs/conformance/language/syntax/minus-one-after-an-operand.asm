; After an operand a minus is the operator: `x -1` is x - 1, `5 -1` is 4.
.threads 1
        x = 10
        a = x -1
        b = x-1
        c = 5 -1
        d = x +1
        e = tid -1
        f = warp_size -1
        stop
.expect var a: 9
.expect var b: 9
.expect var c: 4
.expect var d: 11
.expect var e: -1
.expect var f: 0
.covers BP
