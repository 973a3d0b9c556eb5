; SV: a block that is entered in a block has all threads in its mask, for all of them were active.
.threads 4
.active 0
        x = 1
        everywhere
        x = tid + 50
        everywhere
        shfl x, 3           ; lane 3 was dormant before the outer block
        end_everywhere
        end_everywhere
        stop
.expect var x: 53 53 53 53
.expect active: 0
.expect stat max_context_depth == 2
.covers SV EB
