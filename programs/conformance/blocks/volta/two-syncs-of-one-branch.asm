; The halves of a conditional end at different `sync`s. In lock step all threads continue after the last one that is done;
; by itself, each continues after its own.
.threads 2
        bz tid, second
        x = 1
        sync
        y = 1
        stop
second: x = 2
        sync
        y = 2
        stop
.expect stop
.expect var x: 2 1
.expect lockstep var y: 2 2
.expect volta var y: 2 1
.covers SP SS
