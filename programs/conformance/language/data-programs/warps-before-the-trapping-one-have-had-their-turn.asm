; A trap in warp 2: in that round warps 0 and 1 have done their step, warp 3 has not.
.threads 1
.warps 4
        d = wid - 2
        q = 6 / d            ; warp 2
        stop
.expect trap division-by-zero 5
.expect steps 6
.expect var q: -3
.covers BP division-by-zero
