; Warp 1 runs past the last instruction in the third round, in which warp 0 has done its `sync`: the run of all ends there.
.threads 2
.warps 3
        one = wid == 1
        bnz one, end
        sync
        stop
end:
.expect trap pc-out-of-program
.expect active 0-1
.expect steps 7
.covers pc-out-of-program
