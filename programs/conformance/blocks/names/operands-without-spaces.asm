; Spaces are free, and masks, lanes and widths may be constants with names.
.threads 4
.const ALL 15
.const WIDTH 2
.const ONE 1
        a=shfl.up ALL,tid,ONE,WIDTH
        b = reduce.add.i32 ALL , ONE
        c = vote.ballot 0xf, tid
        syncwarp ALL
        stop
.expect lockstep stop
.expect lockstep var a: 0 0 2 2
.expect lockstep var b: 4 4 4 4
.expect lockstep var c: 14 14 14 14
.expect volta stop
.expect volta var a: 0 0 2 2
.expect volta var b: 4 4 4 4
.expect volta var c: 14 14 14 14
.covers SH RD VO SW
