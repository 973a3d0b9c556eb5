; AT: fetch_add is a word only before its address; variables and labels may have this name.
.threads 1
.memory 2: 5
        fetch_add = 2
        x = fetch_add
        y = fetch_add - 1
        fetch_add = fetch_add [fetch_add], fetch_add
        jump fetch_cas
        stop
fetch_cas: stop
.expect var x: 2
.expect var y: 1
.expect var fetch_add: 5
.expect memory 2: 7
.covers AT
