; E3: which threads wait at a sync. An if of two halves.
;
; As printed, SS loses the threads that reach the sync first: the program ends without them.
.threads 4
        odd = tid & 1
        bz odd, else
        x = 1
        jump end
else:   x = 2
end:    sync
        y = x + 10
        stop
.expect stop
.expect active: 0-3
.expect var y: 12 11 12 11
.covers SS SP
