; A data instruction that gives a variable its own value is a step like any other.
.threads 2
        x = tid
        x = x
        stop
.expect stop
.expect var x: 0 1
.expect steps 3
.expect stat by_instruction.copy == 2
.covers IT
