; The addresses of threads 0 and 1 are neighbours modulo 2^64: the largest word and, after it, the least. Code that
; checks only the first and the last one takes them for valid.
.threads 2
.word 64 wrap
.memory 0: 5
        a = tid + 9223372036854775807
        x = [a]
        stop
.expect trap invalid-address 7
.covers invalid-address
