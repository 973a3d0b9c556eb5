; MT: threads are numbered from 0.
.threads 2
        x = tid
        stop
.expect var x: 0 1
.covers MT
