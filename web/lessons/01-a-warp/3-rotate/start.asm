; Each word moves to the next address, the last one to address 0.
; Wanted, memory 0: 88 11 22 33 44 55 66 77, and nothing at 8
.threads 8
.memory 0: 11 22 33 44 55 66 77 88
        x = [tid]
        stop
