; Every thread stores its own number at address 0, in one step. Which one stays?
.threads 8
        x = tid * 10
        [0] = x
        stop
.expect trap race 4
