; Each thread reads what one of the other warp has stored, with no barrier between: the load (line 9) races with the
; store of line 7.
.threads 2
.block 4
.shared s 4
        a = s + btid
        [a] = btid
        a = a ^ 2
        x = [a]
        stop
.expect lockstep trap race 9
.expect volta trap race 9
.covers race
