; SV: a thread that takes its own value keeps it.
.threads 2
        x = tid + 7
        shfl x, tid
        stop
.expect var x: 7 8
.covers SV
