; undefined-memory: a load where nothing was ever stored.
.threads 1
        x = [0]
        stop
.expect trap undefined-memory 3
.expect steps 0
.covers undefined-memory
