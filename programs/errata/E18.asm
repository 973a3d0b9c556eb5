; E18: a branch variable that is undefined, in thread 3.
;
; As printed, split leaves thread 3 out of both sets: it is no longer active and waits nowhere, and the program
; ends without it. Here this is a trap, which reports the cause.
.threads 4
        low = tid < 3
        bz low, skip
        odd = tid & 1   ; not in thread 3
skip:   sync
        bz odd, end
        x = 1
end:    sync
        stop
.expect trap undefined-variable 10
.covers undefined-variable MV
