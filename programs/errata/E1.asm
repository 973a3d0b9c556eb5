; E1: the halves of a divergent branch. An if on `odd`; the even threads branch to `else`.
;
; As printed, BD swaps the halves: each thread runs the half of the other threads.
.threads 4
        odd = tid & 1
        bz odd, else
        x = 1           ; odd threads
        jump end
else:   x = 2           ; even threads
end:    sync
        stop
.expect stop
.expect var x: 2 1 2 1
.covers BD
