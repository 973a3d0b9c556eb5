; MT: tid may be the address of a load.
.threads 4
.memory 0: 9 8 7 6
        x = [tid]
        stop
.expect var x: 9 8 7 6
.covers MT LD
