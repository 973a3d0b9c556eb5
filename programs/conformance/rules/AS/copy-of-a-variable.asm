; AS: a variable is copied, in each thread its own.
.threads 33
        x = tid * 3
        y = x
        stop
.expect var y: 0 3 6 9 12 15 18 21 24 27 30 33 36 39 42 45 48 51 54 57 60 63 66 69 72 75 78 81 84 87 90 93 96
.covers AS
