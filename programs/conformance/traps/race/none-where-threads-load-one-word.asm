; no race under .races thread where all load.
.threads 1000
.races thread
.memory 0: 4
        x = [0]
        y = [0]
        stop
.expect stop
.expect var y: 4 4 4
.covers LD
