; race under .races thread: a load of what another thread of the warp stored, lock step or not.
.threads 2
.races thread
        [tid] = 1
        k = tid ^ 1
        x = [k]
        stop
.expect trap race 6
.expect var x: _ _
.covers ST race
