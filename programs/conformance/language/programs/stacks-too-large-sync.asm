; Two branches in turn, again and again without a `sync`: Π may grow to 2^30 bytes, and not beyond (`limit`).
.threads 65472
.active 65471
        zero = 0
one:    bz zero, two
two:    bz zero, one
.expect limit stacks
.expect steps 65537                             ; an entry is 2 × 8184 + 16 bytes: 65536 of them fill it
.expect stat max_sync_depth == 65536
.covers BT
