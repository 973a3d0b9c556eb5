; Each of two warps adds one to a word with a load and a store. On hardware one of the two updates may be lost;
; here the first race in each schedule is reported: four traps, and no stop.
.threads 1
.warps 2
.memory 0: 0
        x = [0]
        x = x + 1
        [0] = x
        stop
.expect trap race 8
