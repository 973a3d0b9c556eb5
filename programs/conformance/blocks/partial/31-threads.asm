; A block of 31 threads: one lane is missing.
.block 31
        s = reduce.add 0xffffffff, 1
        b = vote.ballot 0xffffffff, 1
        y = shfl.down 0xffffffff, btid, 1
        m = match.all 0xffffffff, 3
        n = block_barrier.count 1
        stop
.expect lockstep stop
.expect lockstep active: 0-30
.expect lockstep var s: 31 31
.expect lockstep var b: 2147483647 2147483647
.expect lockstep var y: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 _ _
.expect lockstep var m: 2147483647
.expect lockstep var n: 31
.expect volta stop
.expect volta active: 0-30
.expect volta var s: 31 31
.expect volta var b: 2147483647 2147483647
.expect volta var y: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 _ _
.expect volta var m: 2147483647
.expect volta var n: 31
.covers RD VO SH MA BB
