; division-by-zero: tid is read modulo 256, so thread 256 has 0 as well; thread 0 is dormant.
.threads 1000
.word 8 wrap
.active 1-999
        x = 100 / tid
        stop
.expect trap division-by-zero 5
.expect active: 1-999
.covers division-by-zero
