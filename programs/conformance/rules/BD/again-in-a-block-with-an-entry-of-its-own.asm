; A block opened in one half of a conditional reaches the same branch: the threads that wait there are those of another
; entry, since the block begins with an empty Π. After the block the outer entry is as it was.
.threads 2
.registers restore
.memory 0: 0
.memory 1: 0
        round = 0
again:  low = tid < 1
        bz low, half            ; thread 1 waits: outside of the block, then in it
        bz round, opening
        sync
        n = atomic_inc [0]      ; thread 0, in the block
half:   bnz round, inside
        sync
        jump out
inside: sync
        n = atomic_inc [1]      ; both, in the block, one after the other
        sync
        end_everywhere          ; round is 0 again
        jump out
opening: sync
        everywhere
        round = 1
        jump again
out:    sync
        stop
.expect stop
.expect active 0-1
.expect memory 0: 1
.expect memory 1: 2
.expect stat everywhere_blocks == 1
.covers BD EB EE
