; BL: every thread reads the β from before the instruction.
.threads 3
        v = tid == 1
        v = ballot v
        stop
.expect var v: 2 2 2
.covers BL
