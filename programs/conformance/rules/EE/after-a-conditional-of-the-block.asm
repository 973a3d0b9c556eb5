; EE requires an empty Π: a conditional of the block whose `sync` is done does not matter.
.threads 64
.active 0
        everywhere
        odd = tid & 1
        bz odd, join
        x = 1
join:   sync
        end_everywhere
        stop
.expect stop
.expect active 0
.expect var x: _ 1 _ 1
.expect steps 8
.expect stat max_sync_depth == 1
.covers EE SP
