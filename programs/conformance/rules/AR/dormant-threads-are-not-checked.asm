; AR: dormant threads are not checked until a block wakes them.
.threads 4
.active 1-3
        assert tid
        everywhere
        assert tid
        end_everywhere
        stop
.expect trap assertion 6 threads: 0
.covers AR assertion
