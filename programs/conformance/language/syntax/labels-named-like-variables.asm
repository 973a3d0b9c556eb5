; Labels, variables and constants have separate names.
.threads 2
        x = tid
        bz x, x
        y = 1
x:      sync
        jump y
        x = 9
y:      stop
.expect var x: 0 1
.expect var y: _ 1
.covers BD JP
