; The data rules have no result for thread 2: no thread is changed, those before it included.
.threads 4
        x = 100
        d = tid - 2
        x = x / d
        stop
.expect trap division-by-zero 5
.expect active 0-3
.expect var x: 100 100 100 100
.expect steps 2
.expect stat by_instruction.bp == 1
.covers IT division-by-zero
