; E2 again: a loop that is tested at its bottom. Thread t iterates t+1 times.
;
; As printed, push is not defined where the loop reaches its branch again after threads have left it: thread
; 0 waits at the sync, in Θ_done of the loop's own entry.
.threads 3
        i = tid
loop:   i = i - 1
        more = i >= 0
        bnz more, loop
        sync
        stop
.expect stop
.expect var i: -1 -1 -1
.covers BD SS SP
