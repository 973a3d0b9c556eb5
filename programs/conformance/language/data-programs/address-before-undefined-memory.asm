; Trap order: the address comes before the word: -1 is not an address, and has no word.
.threads 2
.memory 0: 1
        a = 0 - tid
        x = [a]
        stop
.expect trap invalid-address 5
.covers invalid-address
