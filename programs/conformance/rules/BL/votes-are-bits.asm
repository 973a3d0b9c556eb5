; BL: bit t is set for each thread t whose operand is not 0; every thread takes the same word.
.threads 6
        c = tid & 1
        v = ballot c
        stop
.expect var v: 42 42 42 42 42 42
.covers BL
