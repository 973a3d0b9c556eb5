; TL does not apply where one thread fails: thread 0 would have lost y by rule SI, and has it still.
.threads 3
        c = tid == 2
        bnz c, join         ; thread 2 waits, and never has a y
        y = 7
join:   sync
        k = tid * 3
        k = k - 1           ; -1, 2, 5: thread 1 fails
        shfl y, k
        stop
.expect trap undefined-variable 9
.expect var y: 7 7 _
.covers undefined-variable
