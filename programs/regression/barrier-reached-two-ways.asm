; A barrier to which control falls from above, and jumps from behind: in the native engine's code it was written twice,
; and so was the place at which a warp goes on behind it. The C++ compiler refused the program.
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
