; AS: a copy to itself changes nothing, and needs a value.
.threads 2
        x = tid + 1
        x = x
        stop
.expect var x: 1 2
.covers AS
