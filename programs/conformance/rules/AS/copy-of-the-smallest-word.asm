; AS: a copy is exact at the ends of the word.
.threads 1
        x = -9223372036854775808
        y = x
        stop
.expect var y: -9223372036854775808
.covers AS
