; race: of two warps, the later access is reported, with the lowest of its threads on a conflicting address.
.threads 3
.warps 3
        c = wid == 2
        bz c, end
        [1] = 5          ; the only store is that of warp 2
end:    sync
        c = wid == 1
        bz c, out
        x = [tid]        ; warp 1 comes later, and thread 1 reads the word
out:    sync
        stop
.memory 0: 0 0 0
.expect trap race 10 warp 1 threads: 1
.covers race
