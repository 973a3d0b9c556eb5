; stop-while-diverged: a control trap reports all of Θ, not who waits.
.threads 6
        c = tid & 1
        bz c, end
        stop
end:    sync
        stop
.expect trap stop-while-diverged 5 threads: 1 3 5
.covers stop-while-diverged
