; TL: a thread reads and writes its own variables; the same name is another variable in each thread.
.threads 2
        x = tid
        x = x * 7
        x = x + 1
        stop
.expect var x: 1 8
.covers TL MV
