; `stop` two blocks deep, with a conditional of the outer block open: Λ has two entries and is dropped.
.threads 33
.active 32
.memory 0: 0
        everywhere
        low = tid < 32
        bz low, out
        everywhere
        n = atomic_inc [0]
        stop
out:    sync
        end_everywhere
        stop
.expect stop
.expect active 0-32
.expect memory 0: 33
.expect steps 6
.expect stat everywhere_blocks == 2
.expect stat lanes_woken == 33                  ; 32 by the first block, 1 by the second
.expect stat max_context_depth == 2
.covers STOP EB
