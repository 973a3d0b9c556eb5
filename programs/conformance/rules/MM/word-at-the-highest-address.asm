; MM: the highest address, 16777215, holds a word like any other.
.threads 1
.memory 16777215: 4
        x = [16777215]
        stop
.expect var x: 4
.covers MM
