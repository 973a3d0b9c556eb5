; Within a warp equal words do not race, however each thread came by its own.
.threads 64
.races warp
        x = tid / 2
        y = tid >> 1
        d = x - y           ; 0 everywhere
        a = tid % 2
        [a] = d
        stop
.expect memory 0: 0 0 _
.covers ST
