; Thread 0 waits while thread 1 repeats a loop ten times: no deadlock, since thread 1 does not wait.
.threads 2
        i = 0
l:      c = i < 10
        bz c, e
        bz tid, out
        i = i + 1
out:    sync
        bnz tid, on
        i = 10
on:     sync
        jump l
e:      sync
        s = reduce.add 3, i
        stop
.expect lockstep stop
.expect lockstep var s: 20 20
.expect volta stop
.expect volta var s: 20 20
.covers RD
