; BP: only active threads compute: thread 0, whose division would fail, waits.
.threads 4
        x = -1
        bz tid, join
        x = 12 / tid
join:   sync
        stop
.expect var x: -1 12 6 4
.covers BP
