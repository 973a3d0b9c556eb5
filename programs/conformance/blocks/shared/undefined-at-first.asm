; Shared words have no value before they are stored.
.threads 2
.block 2
.shared s 2
        x = [s]
        stop
.expect lockstep trap undefined-memory 5 threads: 0
.expect volta trap undefined-memory 5 threads: 0
.covers undefined-memory
