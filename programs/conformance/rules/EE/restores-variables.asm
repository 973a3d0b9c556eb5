; Under `restore`, EE restores all variables of all threads to their values at the block's begin.
.threads 4
.registers restore
.active 0
        x = 1
        everywhere
        x = tid + 10
        end_everywhere
        stop
.expect stop
.expect active 0
.expect var x: 1 _ _ _
.covers EE
