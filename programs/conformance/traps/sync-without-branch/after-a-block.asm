; EE restores the empty Π that the block found.
.threads 4
.active 1 2
        everywhere
        bz tid, in
in:     sync
        end_everywhere
        x = tid
        sync
        stop
.expect trap sync-without-branch 9
.expect active 1-2
.expect var x: _ 1 2 _
.expect steps 6
.covers sync-without-branch EE
