; A sign may appear before an integer, with or without a space.
.threads 1
        a = -5
        b = - 5
        c = +5
        d = + 5
        e = -0
        [+3] = -1
        f = [ + 3 ]
        stop
.expect var a: -5
.expect var b: -5
.expect var c: 5
.expect var d: 5
.expect var e: 0
.expect var f: -1
.covers CT ST LD
