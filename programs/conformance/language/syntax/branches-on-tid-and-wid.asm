; bz and bnz read a variable, tid or wid.
.threads 2
        x = 0
        bz tid, a
        x = x + 1
a:      sync
        bnz tid, b
        x = x + 2
b:      sync
        bz wid, c
        x = x + 4
c:      sync
        bnz wid, d
        x = x + 8
d:      sync
        stop
.expect var x: 10 9
.covers BD BT BF
