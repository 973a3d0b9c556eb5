; The last line of a file need not end.
.threads 2
.expect var x: 0 1
.covers AS
        x = tid
        stop