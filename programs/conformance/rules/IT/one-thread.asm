; A warp of one thread is an ordinary machine.
.threads 1
        x = 6
        y = 7
        x = x * y
        [5] = x
        y = [5]
        stop
.expect stop
.expect var x: 42
.expect var y: 42
.expect memory 5: 42
.expect steps 6
.covers IT
