; MM: a store replaces a preload.
.threads 1
.memory 0: 5
        [0] = 6
        x = [0]
        stop
.expect var x: 6
.covers MM ST
