; CT: a named constant is its integer, with a sign its negative.
.threads 2
.const SIZE 12
        x = SIZE
        y = -SIZE
        stop
.expect var x: 12 12
.expect var y: -12 -12
.covers CT
