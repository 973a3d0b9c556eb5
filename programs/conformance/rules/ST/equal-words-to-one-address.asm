; ST: threads that store equal words to one address do not race, though each computed its own.
.threads 64
        x = tid / 64        ; 0 in every thread
        [0] = x
        stop
.expect memory 0: 0
.covers ST
