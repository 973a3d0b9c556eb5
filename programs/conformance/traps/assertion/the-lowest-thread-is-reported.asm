; assertion: the lowest active thread whose operand is 0 is reported, and nothing is changed.
.threads 8
        x = tid % 4
        c = tid > 0
        bz c, end
        assert x
        y = 1
end:    sync
        stop
.expect trap assertion 6 threads: 4
.expect active: 1-7
.expect var y: _ _ _ _ _ _ _ _
.expect steps 3
.covers assertion
