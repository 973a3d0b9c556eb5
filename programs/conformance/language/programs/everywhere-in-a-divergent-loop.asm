; A block in each round of a loop: the threads that have left are woken too, for the block alone.
.threads 64
.memory 0: 0 0
        rounds = tid & 3        ; 0 to 3
        i = 0
loop:   more = i < rounds
        bz more, done
        n = atomic_inc [0]      ; those in the loop
        everywhere
        n = atomic_inc [1]      ; all
        end_everywhere
        i = i + 1
        jump loop
done:   sync
        stop
.expect stop
.expect active 0-63
.expect memory 0: 96 192
.expect var i: 0 1 2 3 0 1 2 3
.expect steps 31
.expect stat everywhere_blocks == 3
.expect stat lanes_woken == 96                  ; 16 + 32 + 48
.expect stat max_context_depth == 1
.covers EB EE BD
