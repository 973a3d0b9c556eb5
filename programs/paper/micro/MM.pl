%! ; MM: an address has the word last stored there.
%! .threads 4
%! .memory 5: 40
%! .expect stop
%! .expect var v1: 40 40 40 40
%! .expect var v2: 40 40 40 40
%! .expect memory 6: 40
%! .covers MM
a_word_of_memory([
  const(0, 5),  % 1
  load(1, 0),   % 2  the word of the directive
  const(0, 6),  % 3
  store(0, 1),  % 4
  load(2, 0),   % 5  the word of the store
  stop          % 6
]).
