; An atomic and a plain load of one word by two threads.
.threads 2
.memory 0: 0
        bz tid, e
        x = [0]
        jump j
e:      k = fetch_add [0], 1
j:      sync
        stop
.expect lockstep stop
.expect volta trap race 5 threads: 1
.covers race AT
