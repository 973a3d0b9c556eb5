; The same with a branch that all threads take.
.threads 33
        zero = 0
        bz zero, end
        sync
end:    stop
.expect trap stop-while-diverged 6
.expect active 0-32
.expect steps 2
.covers stop-while-diverged BT
