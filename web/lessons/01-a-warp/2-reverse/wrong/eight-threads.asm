; With eight threads, the words are at 0 to 7 and the results at 8 to 15.
        x = [tid]
        a = 15 - tid
        [a] = x
        stop
