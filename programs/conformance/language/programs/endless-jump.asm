; A `jump` to itself: ten million steps, and the run ends with `limit`, which is neither `stop` nor a trap.
.threads 1
        x = 5
here:   jump here
.expect limit steps
.expect active 0
.expect var x: 5
.expect steps 10000000
.expect stat by_instruction.jump == 9999999
.covers JP
