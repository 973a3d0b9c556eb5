; AS: two variables are swapped through a third.
.threads 2
        x = tid
        y = 5
        z = x
        x = y
        y = z
        stop
.expect var x: 5 5
.expect var y: 0 1
.expect stat by_instruction.copy == 5
.covers AS
