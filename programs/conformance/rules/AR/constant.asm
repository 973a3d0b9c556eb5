; AR: the operand may be a constant, with or without parentheses, or wid.
.threads 2
.warps 2
        assert 1
        assert -1
        assert(5)
        x = wid + 1
        assert x
        stop
.expect stop
.covers AR
