; AT: it is counted as atomic_inc, not as a load or a store.
.threads 2
.memory 0: 0
        x = atomic_inc [0]
        x = atomic_inc [0]
        stop
.expect stat by_instruction.atomic_inc == 2
.expect stat by_instruction.ld == 0
.expect stat by_instruction.st == 0
.expect stat memory_requests == 2
.covers AT
