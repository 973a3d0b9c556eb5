; The width may be 64 in a warp of 33: lanes 33 to 63 are replaced by the own one.
.threads 33
        a = shfl.idx 0x1ffffffff, tid, 32, 64
        b = shfl.idx 0x1ffffffff, tid, 40
        c = shfl.idx 0x1ffffffff, tid, 31, 32
        stop
.expect lockstep stop
.expect lockstep var a: 32 32 32
.expect lockstep var b: 0 1 2 3
.expect lockstep var c: 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 32
.expect volta stop
.expect volta var a: 32 32 32
.expect volta var b: 0 1 2 3
.expect volta var c: 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 31 32
.covers SH
