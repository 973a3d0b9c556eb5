; Several labels may appear on one line, and on lines above one another.
.threads 2
        jump b
        x = 1
a: b: c:
d:      x = 2
        bz tid, e
        y = 1
e: f:   sync
        jump g
        x = 3
f2: g: h: stop
.expect var x: 2 2
.expect var y: _ 1
.covers JP
