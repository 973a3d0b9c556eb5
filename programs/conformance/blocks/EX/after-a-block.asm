; After the block `exit` is as before it.
.threads 2
        bz tid, e
        everywhere
        x = 1
        end_everywhere
        exit
e:      sync
        stop
.expect lockstep stop
.expect lockstep active: 0
.expect lockstep exited: 1
.expect lockstep var x: 1 1
.covers EX EE
