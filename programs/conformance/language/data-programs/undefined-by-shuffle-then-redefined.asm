; A value that a shuffle made undefined is restored by an assignment, by a load, and by a shuffle.
.threads 2
.memory 0: 7
        x = 1
        y = 1
        z = 1
        w = 1
        shfl x, -1
        shfl y, -1
        shfl z, 9
        x = 5
        y = [0]
        bnz tid, join
        z = 3               ; thread 0 alone
join:   sync
        shfl z, 0
        stop
.expect var x: 5 5
.expect var y: 7 7
.expect var z: 3 3
.covers SI SV
