break main.c:9
break main.c:19
break sum
run
info locals
continue
info args
info locals
next
continue
bt 2
delete
continue
