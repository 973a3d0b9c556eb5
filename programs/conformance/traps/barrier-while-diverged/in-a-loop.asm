; `barrier` in a loop that a branch ends: the loop's entry is open from its first test on.
.threads 2
        i = 0
loop:   more = i < 3
        bz more, done
        barrier
        i = i + 1
        jump loop
done:   sync
        stop
.expect trap barrier-while-diverged 6
.expect active 0-1
.expect var i: 0 0
.expect steps 3
.covers barrier-while-diverged
