; No block is open, and a conditional is: the missing block determines the trap.
.threads 2
        bz tid, end
        end_everywhere
end:    sync
        stop
.expect trap end-everywhere-without-everywhere 4
.expect active 1
.expect steps 1
.covers end-everywhere-without-everywhere
