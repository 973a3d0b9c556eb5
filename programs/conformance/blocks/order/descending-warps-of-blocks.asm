; In descending order the last warp has the first turn of each round, whatever its block.
.threads 1
.block 2
.grid 2
.order descending
.memory 0: 0
        k = fetch_add [0], 1
        stop
.expect stop
.expect var k warp 0: 3
.expect var k warp 1: 2
.expect var k warp 2: 1
.expect var k warp 3: 0
.covers AT
