; Sort by counting
.threads 8
.memory 100: 50 10 -70 20 80 30 0 60
.expect memory 200: -70 0 10 20 30 50 60 80 _

        a = tid + 100
        x = [a]

        stop
