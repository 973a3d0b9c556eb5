; Only thread 999 was active at the entry, and the thousand threads of the block test it.
.threads 1000
.active 999
.memory 0: 0 0
        everywhere
        branch_mask 999, yes
        n = atomic_inc [0]
yes:    n = atomic_inc [1]
        end_everywhere
        stop
.expect stop
.expect active 999
.expect memory 0: 0 1000
.expect steps 5
.expect stat lanes_woken == 999
.covers BA
