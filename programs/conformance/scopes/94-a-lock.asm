; A lock that is taken with acquire and left with release. In lock step no thread gets past the loop.
.steps 300
.threads 2
.memory 0: 0 0
l:      f = fetch_cas.acquire.block [1], 0, 1
        bz f, in
        jump l
in:     sync
        v = [0]
        v = v + 1
        [0] = v
        store.release.block [1], 0
        stop
.expect lockstep limit
.expect volta stop
.expect volta memory 0: 2 0
.covers AT ST
