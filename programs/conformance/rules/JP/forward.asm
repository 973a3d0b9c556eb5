; `jump` to a later label: the code between is not executed.
.threads 2
        jump on
        x = 1
on:     y = 2
        stop
.expect stop
.expect var x: _ _
.expect var y: 2 2
.expect steps 3
.expect stat by_instruction.jump == 1
.covers JP
