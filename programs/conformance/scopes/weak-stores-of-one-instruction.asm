; Weak stores of one instruction race, if they store different words.
.steps 300
.threads 4
        [0] = tid
        stop
.expect lockstep trap race 4 threads: 0 1
.expect volta trap race 4
.covers race
