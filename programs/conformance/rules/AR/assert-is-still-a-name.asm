; AR: assert is a word only before its operand; variables and labels may have this name.
.threads 1
        assert = 1
        assert assert
        assert = assert + 1
        assert (assert)
        jump assert
        assert 0
assert: stop
.expect stop
.expect var assert: 2
.covers AR
