/* FILE: lib/data_check/call_buffers.c
 * WHAT: see call_buffers.h.
 */
#include "data_check/call_buffers.h"

#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>

enum kind { BUFFER, VECTORS, MESSAGE, MESSAGES };

/* POINTER and COUNT: numbers of arguments. */
static const struct row {
  long number;
  const char *name;
  enum kind kind;
  bool is_written;
  int pointer, count;
} rows[] = {
    {SYS_read, "read", BUFFER, true, 1, 2},
    {SYS_write, "write", BUFFER, false, 1, 2},
    {SYS_pread64, "pread", BUFFER, true, 1, 2},
    {SYS_pwrite64, "pwrite", BUFFER, false, 1, 2},
    {SYS_readv, "readv", VECTORS, true, 1, 2},
    {SYS_writev, "writev", VECTORS, false, 1, 2},
    {SYS_preadv, "preadv", VECTORS, true, 1, 2},
    {SYS_pwritev, "pwritev", VECTORS, false, 1, 2},
    {SYS_preadv2, "preadv2", VECTORS, true, 1, 2},
    {SYS_pwritev2, "pwritev2", VECTORS, false, 1, 2},
    {SYS_vmsplice, "vmsplice", VECTORS, false, 1, 2},
    {SYS_process_vm_readv, "process_vm_readv", VECTORS, true, 1, 2},
    {SYS_process_vm_writev, "process_vm_writev", VECTORS, false, 1, 2},
    {SYS_sendto, "sendto", BUFFER, false, 1, 2},
    {SYS_recvfrom, "recvfrom", BUFFER, true, 1, 2},
    {SYS_sendmsg, "sendmsg", MESSAGE, false, 1, -1},
    {SYS_recvmsg, "recvmsg", MESSAGE, true, 1, -1},
    {SYS_sendmmsg, "sendmmsg", MESSAGES, false, 1, 2},
    {SYS_recvmmsg, "recvmmsg", MESSAGES, true, 1, 2},
    {SYS_getrandom, "getrandom", BUFFER, true, 0, 1},
};

static const struct row *row_of(long number) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (rows[i].number == number)
      return &rows[i];
  return NULL;
}

const char *cleave_call_name(long number) {
  const struct row *row = row_of(number);
  return row ? row->name : NULL;
}

struct visitor {
  void (*visit)(void *context, uintptr_t address, size_t bytes, bool is_written);
  void *context;
  bool is_written;
};

static void visit_vectors(const struct visitor *to, const struct iovec *vectors, size_t count) {
  for (size_t i = 0; vectors && i < count && i < 1024; i++)
    to->visit(to->context, (uintptr_t)vectors[i].iov_base, vectors[i].iov_len, to->is_written);
}

static void visit_message(const struct visitor *to, const struct msghdr *message) {
  if (message)
    visit_vectors(to, message->msg_iov, message->msg_iovlen);
}

bool cleave_call_buffers(long number, const long arguments[6],
                         void (*visit)(void *context, uintptr_t address, size_t bytes, bool is_written),
                         void *context) {
  const struct row *row = row_of(number);
  if (!row)
    return false;
  const struct visitor to = {visit, context, row->is_written};
  const void *pointer = (const void *)arguments[row->pointer];
  const size_t count = row->count < 0 ? 1 : (size_t)arguments[row->count];
  const struct mmsghdr *messages = pointer;
  switch (row->kind) {
  case BUFFER:
    visit(context, (uintptr_t)pointer, count, row->is_written);
    break;
  case VECTORS:
    visit_vectors(&to, pointer, count);
    break;
  case MESSAGE:
    visit_message(&to, pointer);
    break;
  case MESSAGES:
    for (size_t i = 0; messages && i < count && i < 1024; i++)
      visit_message(&to, &messages[i].msg_hdr);
    break;
  }
  return true;
}
