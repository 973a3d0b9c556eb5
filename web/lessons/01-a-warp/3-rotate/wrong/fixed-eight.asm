; There are eight words on the circle.
        x = [tid]
        a = tid + 1
        a = a % 8
        [a] = x
        stop
