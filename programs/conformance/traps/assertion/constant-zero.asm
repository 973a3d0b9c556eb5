; assertion: of a constant 0, the lowest active thread is reported.
.threads 8
.active 3-5
        assert 0
        stop
.expect trap assertion 4 threads: 3
.covers assertion
