; E6: data instructions outside of blocks. The smallest program that computes anything.
;
; As printed, IT has no derivation where Λ is empty: the assignment is stuck. The store in the block is not.
.threads 2
        everywhere
        [tid] = 7
        end_everywhere
        x = 1
        stop
.expect stop
.expect var x: 1 1
.expect memory 0: 7 7
.covers IT
