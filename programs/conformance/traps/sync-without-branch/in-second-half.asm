; The half that runs second has a `sync` of its own, which joins all threads; the one meant for both comes too late.
.threads 64
        bz tid, second
        jump join
second: sync
join:   sync
        stop
.expect trap sync-without-branch 6
.expect active 0-63
.expect steps 4
.covers sync-without-branch SP
