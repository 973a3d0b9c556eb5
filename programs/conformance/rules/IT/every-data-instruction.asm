; Each data instruction counts once, by its kind, and continues at the next instruction.
.threads 64
.memory 100: 0
        x = 1
        y = tid
        z = x + y
        [tid] = z
        w = [tid]
        n = atomic_inc [100]
        shfl w, 63
        stop
.expect stop
.expect var w: 64 64 64
.expect steps 8
.expect stat by_instruction.copy == 2
.expect stat by_instruction.bp == 1
.expect stat by_instruction.st == 1
.expect stat by_instruction.ld == 1
.expect stat by_instruction.atomic_inc == 1
.expect stat by_instruction.shfl == 1
.expect stat by_instruction.stop == 1
.expect stat memory_requests == 3
.covers IT
