; The trap of one warp ends the run of all: warp 2 traps in the fourth round, in which warps 0 and 1 have stopped.
.threads 2
.warps 4
        late = wid != 2
        bnz late, go
        sync
        sync
go:     sync
        stop
.expect trap sync-without-branch 7
.expect active 0-1
.expect steps 14
.covers sync-without-branch
