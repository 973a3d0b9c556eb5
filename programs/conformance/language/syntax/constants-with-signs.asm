; A sign may appear before a constant, and a constant may be negative itself.
.threads 1
.const K 7
.const MINUS -3
        a = -K
        b = +K
        c = - MINUS
        x = 1
        d = x -K
        e = x - -K
        f = -K - MINUS
        [K] = -K
        stop
.expect var a: -7
.expect var b: 7
.expect var c: 3
.expect var d: -6
.expect var e: 8
.expect var f: -4
.expect memory K: -7
.covers CT BP
