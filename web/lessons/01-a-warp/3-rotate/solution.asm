        x = [tid]               ; all threads load in this step
        a = tid + 1
        a = a % warp_size       ; 0 in the last thread
        [a] = x                 ; and store in this one
        stop
