; BL under `.registers restore`: what a ballot of the block assigned is gone after it.
.threads 2
.registers restore
        v = 7
        everywhere
        v = ballot 1
        [tid] = v
        end_everywhere
        stop
.expect memory 0: 3 3
.expect var v: 7 7
.covers BL EE
