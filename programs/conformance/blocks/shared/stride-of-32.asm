; A column of a square: all in one bank.
.block 32
.shared s 1024
        a = tid * 32
        a = s + a
        [a] = tid
        stop
.expect lockstep stop
.expect lockstep stat shared_requests == 1
.expect lockstep stat shared_transactions == 32
.expect volta stop
.covers ST
