% A Prolog list with a byte order mark and lines that end with CR LF.
%! .threads 2
%! .expect var v0: 5 5
%! .covers CT
windows([
  const(0, 5), % five
  stop
]).
