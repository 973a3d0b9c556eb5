; The join of an inner conditional leaves the outer one open: its threads keep waiting.
.threads 4
.memory 0: 0
        bz tid, outer           ; thread 0 waits
        two = tid & 2
        bz two, inner           ; thread 1 waits
inner:  sync
        n = atomic_inc [0]      ; threads 1 to 3
outer:  sync
        stop
.expect stop
.expect active 0-3
.expect var n: _ 1 2 3
.expect steps 9
.expect stat max_sync_depth == 2
.covers SP SS
