; invalid-address: a preload outside of every buffer makes no valid address.
.threads 1
.buffer IN 0 4
.memory 20: 1
        x = [20]
        stop
.expect trap invalid-address 5
.expect memory 20: 1
.covers invalid-address
