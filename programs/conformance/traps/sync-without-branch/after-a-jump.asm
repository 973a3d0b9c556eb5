; `jump` opens no conditional, in a warp of one thread as in any.
.threads 1
        x = 1
        jump there
there:  sync
        x = 2
        stop
.expect trap sync-without-branch 5
.expect active 0
.expect var x: 1
.expect steps 2
.covers sync-without-branch JP
