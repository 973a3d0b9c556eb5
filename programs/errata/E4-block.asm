; E4 with an open block: EB puts Π away, so that the stop does not see the entry that the printed SP pushed.
.threads 2
        bz tid, end
end:    sync
        everywhere
        stop
.expect stop
.expect active: 0-1
.covers SP EB
