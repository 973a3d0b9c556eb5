; E18 again: the threads that have a value all agree.
;
; As printed, split returns ({0, 1, 2}, {}): not all of Θ, so neither BT nor BF applies. BD does, and the half
; that runs first has no threads: no thread executes the store.
.threads 4
        low = tid < 3
        bz low, skip
        zero = 0        ; not in thread 3
skip:   sync
        bz zero, end
        [0] = 1
end:    sync
        stop
.expect trap undefined-variable 10
.covers undefined-variable MV
