; AS: what is written to the source later does not reach the copy.
.threads 2
        x = tid
        y = x
        x = 9
        stop
.expect var x: 9 9
.expect var y: 0 1
.covers AS
