; TL: within one instruction the old value is read, then the new one written: x = x - y with y = x.
.threads 2
        x = tid + 9
        y = x
        x = x - y
        y = y - x
        stop
.expect var x: 0 0
.expect var y: 9 10
.covers TL BP
