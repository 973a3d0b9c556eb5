; As of every store, the operands come before the check of the address.
.steps 300
.threads 1
        bz tid, i
        o = 1
i:      sync
        store.release.grid [-1], o
        stop
.expect lockstep trap undefined-variable 7
.expect volta trap undefined-variable 7
.covers undefined-variable
