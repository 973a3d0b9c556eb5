; Trap order: a load conflicts with another warp's store, and another of its threads reads an undefined word.
.threads 2
.warps 2
        bnz wid, reader
        [0] = 1
        jump join
reader: x = [tid]            ; thread 0 conflicts, thread 1 reads address 1
join:   sync
        stop
.expect trap undefined-memory 7
.covers undefined-memory
