; TL does not apply where one thread fails: nothing of the instruction's stores is seen in Σ.
.threads 4
.memory 0: 9 9 9
        a = 2 - tid         ; thread 3 gets -1
        [a] = tid
        stop
.expect trap invalid-address 5
.expect memory 0: 9 9 9
.expect steps 1
.covers invalid-address
