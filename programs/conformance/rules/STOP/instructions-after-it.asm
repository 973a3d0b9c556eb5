; The code after the `stop` that is reached is not executed, another `stop` included.
.threads 2
        x = 1
        stop
        x = 2
        [0] = x
        stop
.expect stop
.expect var x: 1 1
.expect memory 0: _
.expect steps 2
.expect stat by_instruction.st == 0
.covers STOP
