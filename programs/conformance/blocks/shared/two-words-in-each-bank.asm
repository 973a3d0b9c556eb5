; A stride of two words: two words in every second bank.
.block 32
.shared s 64
        a = tid * 2
        a = s + a
        [a] = tid
        stop
.expect lockstep stop
.expect lockstep stat shared_transactions == 2
.expect volta stop
.covers ST
