; assertion: the operand is checked after it has wrapped.
.threads 1
.word 8 wrap
        x = 127
        x = x + 1
        assert x
        x = x * 2
        assert x
        stop
.expect trap assertion 8
.covers AR assertion
