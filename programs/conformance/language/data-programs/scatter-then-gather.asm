; A permutation is stored and loaded: 5 * tid modulo 64 reaches every address once.
.threads 64
        a = tid * 5
        a = a % 64
        [a] = tid
        x = [a]
        y = [tid]
        stop
.expect var x: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
.expect var y: 0 13 26 39 52 1 14 27 40 53 2 15 28 41 54 3 16 29 42 55 4 17 30 43 56 5 18 31 44 57 6 19 32 45 58 7 20 33 46 59 8 21 34 47 60 9 22 35 48 61 10 23 36 49 62 11 24 37 50 63 12 25 38 51
.covers ST LD
