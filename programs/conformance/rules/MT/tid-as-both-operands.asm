; MT: tid may be every operand of an operation.
.threads 32
        x = tid * tid
        stop
.expect var x: 0 1 4 9 16 25 36 49 64 81 100 121 144 169 196 225 256 289 324 361 400 441 484 529 576 625 676 729 784 841 900 961
.covers MT
