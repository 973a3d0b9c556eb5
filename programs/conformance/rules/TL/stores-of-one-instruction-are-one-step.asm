; TL: a permutation is stored by 33 threads in one instruction.
.threads 33
        a = 32 - tid
        [a] = tid
        stop
.expect memory 0: 32 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0 _
.expect stat by_instruction.st == 1
.covers TL ST
