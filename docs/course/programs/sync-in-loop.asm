; The sync within the loop: it ends a conditional that is not its own.
.threads 4
        n = tid
loop:   bz n, done
        n = n - 1
        sync
        jump loop
done:   stop
.expect trap stop-while-diverged 8
