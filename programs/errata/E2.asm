; E2: push on a half-done entry. A conditional in the half that runs second.
;
; As printed, push is not defined at the second bz: the entry of the first has threads in Θ_done.
.threads 4
        low = tid < 2
        bz low, else
        jump end        ; threads 0 and 1 have nothing to do, and wait at the sync
else:   two = tid == 2  ; threads 2 and 3
        bz two, three
        x = 2
three:  sync
end:    sync
        stop
.expect stop
.expect var x: _ _ 2 _
.covers BD SS SP
