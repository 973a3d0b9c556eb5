; A name may begin with a reserved word, contain one, or differ from it in its case.
.threads 2
        stopper = 1
        tid2 = 2
        minimum = 3
        sync_ = 4
        bzz = 5
        TID = 6
        Stop = 7
        Min = 8
        everywhere_else = 9
        x = tid2 + TID
        stop
.expect var x: 8 8
.expect var Stop: 7 7
.covers BP
