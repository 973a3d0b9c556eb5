; AR: an invariant of a loop that threads leave one by one.
.threads 4
        n = tid
        sum = 0
loop:   ok = n <= tid
        assert ok
        bz n, done
        sum = sum + n
        n = n - 1
        jump loop
done:   sync
        stop
.expect stop
.expect var sum: 0 1 3 6
.covers AR
