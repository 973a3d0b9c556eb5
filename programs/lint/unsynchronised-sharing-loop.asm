; The store of one round, and the load of the next.
.threads 8
.memory 0: 0 0 0 0 0 0 0 0 0
.iota 100 9
        i = 3
        next = tid + 1
loop:   bz i, done
        x = [next]
        [tid] = i               ; warning: unsynchronised-sharing
        i = i - 1
        jump loop
done:   sync
        stop
.expect stop
