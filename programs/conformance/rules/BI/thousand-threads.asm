; All threads but one were active at the entry: that one, 500, is tested.
.threads 1000
.active 0-499 501-999
.memory 0: 0
        everywhere
        branch_mask 500, yes
        n = atomic_inc [0]
yes:    end_everywhere
        stop
.expect stop
.expect active 0-499 501-999
.expect memory 0: 1000
.expect steps 5
.expect stat lanes_woken == 1
.covers BI
