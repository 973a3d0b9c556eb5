; The sync of a conditional that was removed.
.threads 4
        x = tid
        sync                    ; warning: idle-sync
        bz x, end
        x = 1
end:    sync
        stop
.expect trap sync-without-branch 4
