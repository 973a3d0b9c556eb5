; ST: a store changes no variable.
.threads 2
        x = tid + 1
        [tid] = x
        stop
.expect var x: 1 2
.covers ST
