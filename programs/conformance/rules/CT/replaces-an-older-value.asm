; CT: the constant replaces what the variable held.
.threads 2
        x = tid + 5
        x = 0
        stop
.expect var x: 0 0
.covers CT
