; `activemask` after a conditional: in lock step all four threads are together again; independent threads are still apart,
; and each pair sums for itself.
; (Of independent threads: in ascending order.)
.threads 4
        c = tid & 1
        bz c, e
        x = 1
e:      sync
        m = activemask
        s = reduce.add m, 1
        stop
.expect lockstep stop
.expect lockstep var s: 4 4 4 4
.expect volta stop
.expect volta var m: 5 10 5 10
.expect volta var s: 2 2 2 2
.covers AM RD
