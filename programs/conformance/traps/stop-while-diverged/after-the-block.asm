; A conditional that began before the block: in the block `stop` would do, after it the conditional is open again.
.threads 4
        bz tid, join
        everywhere
        end_everywhere
        stop
join:   sync
        stop
.expect trap stop-while-diverged 6
.expect active 1-3
.expect steps 3
.covers stop-while-diverged EE
