; `barrier` in a block: Π is empty, Λ is not.
.threads 4
.active 2
        everywhere
        x = tid
        barrier
        end_everywhere
        stop
.expect trap barrier-while-diverged 6
.expect active 0-3
.expect var x: 0 1 2 3
.expect steps 2
.covers barrier-while-diverged EB
