; MM: a preloaded word is read.
.threads 1
.memory 7: -3
        x = [7]
        stop
.expect var x: -3
.covers MM LD
