; Only active threads count: thread 32 has another value, but it is dormant, and the branch is uniform.
.threads 33
.active 0-31
        everywhere
        last = tid == 32
        end_everywhere
        bz last, there
        x = 1
there:  sync
        stop
.expect stop
.expect active 0-31
.expect var x: _ _
.expect steps 6
.expect stat branches_uniform == 1
.expect stat by_instruction.sync == 1
.covers BT
