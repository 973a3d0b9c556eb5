; After an operator a minus is a sign: `x - -1` is x + 1.
.threads 1
        x = 10
        a = x - -1
        b = x + -1
        c = x - +1
        d = x--1
        e = x+-1
        f = -1 - -1
        g = x * -2
        h = x/-2
        stop
.expect var a: 11
.expect var b: 9
.expect var c: 9
.expect var d: 11
.expect var e: 9
.expect var f: 0
.expect var g: -20
.expect var h: -5
.covers BP
