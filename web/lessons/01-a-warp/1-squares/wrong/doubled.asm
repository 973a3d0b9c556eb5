; The square of tid is tid times 2.
        x = tid * 2
        a = tid + 100
        [a] = x
        stop
