; Control reaches this barrier from above and by a jump backward: the native engine wrote it twice in its code, and also
; the label at which a warp resumes after it. The C++ compiler rejected the program.
.threads 2
.warps 2
        i = 0
again:  barrier
        i = i + 1
        more = i < 3
        bz more, done
        sync
        jump again
done:   sync
        stop
.expect stop
.expect var i: 3 3
.covers BR BF BT SP JP
