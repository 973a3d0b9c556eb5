; Each of two warps adds one to a word by a load and a store. On hardware one of the two updates may be lost;
; here the race itself is found, wherever it comes first: four traps, and no stop.
.threads 1
.warps 2
.memory 0: 0
        x = [0]
        x = x + 1
        [0] = x
        stop
.expect trap race 8
