; The operand `wid`: warp w tests thread w; each warp has its own mask, of thread 1 alone.
.threads 2
.warps 4
.active 1
.memory 0: 0 0
        everywhere
        branch_mask wid, yes    ; warp 1; there are no threads 2 and 3
        n = atomic_inc [0]
        jump out
yes:    n = atomic_inc [1]
out:    end_everywhere
        stop
.expect stop
.expect active 1
.expect memory 0: 6 2
.expect steps 23                                ; 5 of warp 1, 6 of each other
.covers BA BI
