; E4: the end of a conditional, which need not even diverge.
;
; As printed, SP pushes an entry where the conditional ends: the program reaches its stop with Π ≠ ∅.
.threads 2
        x = 1
        bz x, end
        x = 2
end:    sync
        stop
.expect stop
.expect var x: 2 2
.covers BF SP
