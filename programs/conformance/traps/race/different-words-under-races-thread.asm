; race under .races thread: different words in one instruction are a race in either mode.
.threads 2
.races thread
        [0] = tid
        stop
.expect trap race 4
.covers race
