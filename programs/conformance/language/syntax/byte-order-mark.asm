; A byte order mark before the first line is skipped.
.threads 2
        x = tid
        stop
.expect var x: 0 1
.covers AS
