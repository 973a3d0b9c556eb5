; A `sync` belongs to no branch: the halves may end at different ones, and all continue after the last that is done.
.threads 2
        bz tid, second
        x = 1
        sync                    ; thread 0 has its turn
        y = 1                   ; no thread comes here
        stop
second: x = 2
        sync
        y = 2
        stop
.expect stop
.expect active 0-1
.expect var x: 2 1
.expect var y: 2 2
.expect steps 7
.covers SP SS
