; AT: the address is checked after the operands, before the memory.
.threads 2
.buffer B 0 1
.memory 0: 1
        x = fetch_add [tid], 1
        stop
.expect trap invalid-address 5 threads: 1
.expect memory 0: 1
.covers invalid-address
