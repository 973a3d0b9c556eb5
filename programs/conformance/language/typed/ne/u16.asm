; BP: ne.u16
.threads 40
.word 32
.memory 0: -1 0 -1 0 0 -1 0 5
.memory 8: 32767 32767 7 2 0 3 -1 3
.memory 16: 32767 0 7 32767 0 -32768 7 2
.memory 24: -2 32767 0 32767 0 32767 1538 24285
.memory 32: 2 17782 122 3578 1 8 929 26
.memory 40: 1 1 -1 0 -1 0 1 5
.memory 48: -32768 -1 -8 -8 1 1 3 1
.memory 56: -1 21845 -32768 0 1 2 0 -32768
.memory 64: 2 32767 2 1 1 7 4802 1
.memory 72: 2092 185 18357 83 4084 0 506 302
        x = [tid]
        a = tid + 40
        y = [a]
        r = ne.u16 x, y
        a = tid + 80
        [a] = r
        stop
.expect memory 80: 1 1 0 0 1 1 1 0
.expect memory 88: 1 1 1 1 1 1 1 1
.expect memory 96: 1 1 1 1 1 1 1 1
.expect memory 104: 1 0 1 1 1 1 1 1
.expect memory 112: 1 1 1 1 1 1 1 1
.covers BP
