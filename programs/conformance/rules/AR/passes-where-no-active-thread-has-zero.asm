; AR: what is not 0 holds, negative or large; nothing but pc changes.
.threads 4
.memory 0: 1 -1 9223372036854775807 -9223372036854775808
        x = [tid]
        assert x
        y = x
        stop
.expect stop
.expect var y: 1 -1 9223372036854775807 -9223372036854775808
.expect steps 4
.expect stat by_instruction.assert == 1
.covers AR
