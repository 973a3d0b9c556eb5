; The same instruction at two points of the program: the sets are apart.
.threads 4
        c = tid < 2
        bz c, e
        m = activemask
        jump j
e:      m = activemask
j:      sync
        stop
.expect lockstep stop
.expect lockstep var m: 3 3 12 12
.expect volta stop
.expect volta var m: 3 3 12 12
.covers AM
