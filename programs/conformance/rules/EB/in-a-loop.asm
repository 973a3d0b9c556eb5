; A block that is entered three times, by fewer threads each time, wakes the others each time.
.threads 4
.memory 0: 0
        i = 0
loop:   more = i < tid          ; threads leave one by one
        bz more, done
        everywhere
        n = atomic_inc [0]
        end_everywhere
        i = i + 1
        jump loop
done:   sync
        stop
.expect stop
.expect active 0-3
.expect var i: 0 1 2 3
.expect memory 0: 12
.expect steps 27
.expect stat everywhere_blocks == 3
.expect stat lanes_woken == 6
.expect stat max_context_depth == 1
.covers EB EE
