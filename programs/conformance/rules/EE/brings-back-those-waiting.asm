; The conditional around the block continues: the threads that waited have their half, and all join.
.threads 4
        bz tid, second
        everywhere
        end_everywhere
        x = 1
        jump join
second: x = 2
join:   sync
        y = x
        stop
.expect stop
.expect active 0-3
.expect var y: 2 1 1 1
.expect steps 10
.expect stat max_sync_depth == 1
.covers EE SS SP
