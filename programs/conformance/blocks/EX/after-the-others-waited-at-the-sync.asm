; Thread 3 exits in the second half, alone, while three wait at the `sync`: they must not run their half again.
.threads 4
.memory 0: 0
        c = tid == 3
        bnz c, e
        k = fetch_add [0], 1
        jump j
e:      exit
j:      sync
        k = fetch_add [0], 10
        stop
.expect lockstep stop
.expect lockstep memory 0: 33
.expect lockstep exited: 3
.expect volta stop
.expect volta memory 0: 33
.expect volta exited: 3
.covers EX AT
