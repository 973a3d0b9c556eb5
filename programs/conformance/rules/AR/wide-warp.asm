; AR: the only thread of 200 that has 0 is reported.
.threads 200
        x = tid - 150
        assert x
        stop
.expect trap assertion 4 threads: 150
.expect stat by_instruction.assert == 0
.covers assertion
