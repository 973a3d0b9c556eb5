; `x <-1` is a comparison, and so is `x <-a` after an equals sign, where a is a constant.
.threads 3
.const a 1
        x = tid - 3         ; -3 -2 -1
        c = x <-1
        d = x <-a
        e = x<=-2
        f = x>-2
        g = x!=-2
        h = x==-2
        stop
.expect var c: 1 1 0
.expect var d: 1 1 0
.expect var e: 1 1 0
.expect var f: 0 0 1
.expect var g: 1 0 1
.expect var h: 0 1 0
.covers BP
