; The same with a stride of 33: no conflict.
.block 32
.shared s 1056
        a = tid * 33
        a = s + a
        [a] = tid
        stop
.expect lockstep stop
.expect lockstep stat shared_transactions == 1
.expect volta stop
.covers ST
