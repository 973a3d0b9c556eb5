; SV: a dormant thread that a block has woken takes a value though it has none of its own (erratum E9).
.threads 4
.active 1
        x = 42
        everywhere
        shfl x, 1
        end_everywhere
        stop
.expect active: 1
.expect var x: 42 42 42 42
.expect stat lanes_woken == 3
.covers SV EB EE
