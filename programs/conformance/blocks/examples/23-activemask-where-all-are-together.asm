; After a `syncwarp` all threads come to `activemask` in one round, and it names all.
.threads 4
        syncwarp 15
        x = tid
        m = activemask
        stop
.expect lockstep stop
.expect lockstep var m: 15 15 15 15
.expect volta stop
.expect volta var m: 15 15 15 15
.covers SW AM
