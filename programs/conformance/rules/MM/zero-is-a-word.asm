; MM: a word 0 is defined.
.threads 2
.memory 0: 0
        x = [0]
        stop
.expect var x: 0 0
.covers MM
