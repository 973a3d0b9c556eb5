; Threads filter books by their genre, and each copies the texts of the books that it finds.
;
;     for (i = g; i < BOOKS; i += all threads)
;         if (GENRE[i] == WANTED)
;             for (k = 0; k < LENGTH[i]; ++k) COPY[i][k] = TEXT[i][k];
;
; Book i has genre i² mod GENRES and 13i mod LONGEST words of text; TEXT and COPY have LONGEST words of room for each.
; atomic_inc counts the books found; nothing depends on its order.
; In --stats, compared with book-filter-everywhere.asm: simd_efficiency, and memory_transactions / memory_requests.
; To scale: BOOKS to 65,000 and WORDS with it, LONGEST (WORDS to 7,000,000), WANTED (0, 1, 2, 4), WARPS, --threads.
.const WARPS 2
.threads 32
.warps WARPS
.const BOOKS 256
.const GENRES 7
.const WANTED 2
.const LONGEST 64               ; a text starts each LONGEST words
.const WORDS 16384              ; BOOKS * LONGEST
.const FOUND 0
.const GENRE 65536
.const LENGTH 131072
.const TEXT 1048576
.const COPY 8388608
.fill FOUND 1 0
.iota TEXT WORDS 1000
        length = 0              ; also defined in the threads that will be dormant
        text = 0
        i = wid * warp_size
        i = i + tid
        all = warp_size * WARPS
books:  more = i < BOOKS
        bz more, over
        genre = i * i           ; the catalogue
        genre = genre % GENRES
        a = i + GENRE
        [a] = genre
        length = i * 13
        length = length % LONGEST
        a = i + LENGTH
        [a] = length

        a = i + GENRE           ; the filter
        genre = [a]
        wanted = genre == WANTED
        bz wanted, skip
        n = atomic_inc [FOUND]
        a = i + LENGTH
        length = [a]
        text = i * LONGEST
        k = 0
copy:   more = k < length
        bz more, copied
        a = text + TEXT
        x = [a]
        a = text + COPY
        [a] = x
        text = text + 1
        k = k + 1
        jump copy
copied: sync
skip:   sync
        i = i + all
        jump books
over:   sync
        stop
.expect stop
.expect memory FOUND: 73
.expect memory 8388800: 1192 1193 1194 1195 1196 1197 1198 1199 1200 1201 1202 1203 1204 1205 1206 1207 1208 1209 1210 1211 1212 1213 1214 1215 1216 1217 1218 1219 1220 1221 1222 1223 1224 1225 1226 1227 1228 1229 1230 _
.expect memory 8388864: 1256 1257 1258 1259 1260 1261 1262 1263 1264 1265 1266 1267 1268 1269 1270 1271 1272 1273 1274 1275 1276 1277 1278 1279 1280 1281 1282 1283 1284 1285 1286 1287 1288 1289 1290 1291 1292 1293 1294 1295 1296 1297 1298 1299 1300 1301 1302 1303 1304 1305 1306 1307 _
.expect memory 8388928: _ _
.expect memory 8404928: 17320 17321 17322 17323 17324 17325 17326 17327 17328 17329 17330 17331 17332 17333 17334 17335 17336 17337 17338 17339 17340 17341 17342 17343 17344 17345 17346 17347 17348 17349 17350 17351 17352 17353 17354 17355 17356 17357 17358 17359 17360 17361 17362 17363 17364 17365 17366 17367 17368 17369 17370 _
.expect stat simd_efficiency < 0.2
.expect stat steps == 4491
.expect stat memory_requests == 986
.expect stat memory_transactions == 4718        ; 4.78 per request
