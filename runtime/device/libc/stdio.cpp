//===- stdio.cpp - <stdio.h>: streams ---------------------------*- C++ -*-===//
//
// Part of gpuc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function locks its stream; the `_unlocked` ones do as well. `flockfile`
// does nothing, for a lane that holds a stream could not let the others of its
// warp wait.
//
//===----------------------------------------------------------------------===//

#include "process.hpp"
#include "stream.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

using namespace gpuc::libc;
using namespace gpu::detail;

namespace {

constexpr stream standard_stream(int descriptor, int flags) {
  stream result{};
  result._flags = flags | stream_static;
  result._fileno = descriptor;
  return result;
}

constinit stream standard_input = standard_stream(0, stream_reads);
constinit stream standard_output = standard_stream(1, stream_writes | stream_console);
constinit stream standard_error =
    standard_stream(2, stream_writes | stream_console | stream_unbuffered);

// All files that are open, for `fflush(nullptr)` and `exit`.
constinit stream *open_files = nullptr;
constinit warp_lock open_files_lock;

void flush_all() {
  open_files_lock.with([] {
    for (stream *file = open_files; file; file = file->next)
      file->locked([&] {
        if (file->_IO_write_ptr != file->_IO_write_base)
          file->flush();
      });
  });
}

void set_mode(stream &file, int descriptor, int flags) {
  const int access = flags & O_ACCMODE;
  file._flags &= stream_static;
  file._flags |= (access != O_WRONLY ? stream_reads : 0) | (access != O_RDONLY ? stream_writes : 0);
  file._fileno = descriptor;
}

void add_to_list(stream &file) {
  flush_files = flush_all;
  open_files_lock.with([&] {
    file.next = open_files;
    open_files = &file;
  });
}

void remove_from_list(const stream &file) {
  open_files_lock.with([&] {
    for (stream **link = &open_files; *link; link = &(*link)->next)
      if (*link == &file) {
        *link = file.next;
        break;
      }
  });
}

FILE *make_stream(int descriptor, int flags) {
  auto *const file = static_cast<stream *>(calloc(1, sizeof(stream)));
  if (!file) {
    errno = ENOMEM;
    return nullptr;
  }
  set_mode(*file, descriptor, flags);
  add_to_list(*file);
  return file;
}

/// Ends what the stream is about, not the stream. False where output was lost.
bool end_stream(stream &file) {
  bool good = true;
  file.locked([&] {
    good = file.flush();
    const int32_t descriptor = file._fileno;
    const int64_t answer = call(call_close, &descriptor, sizeof descriptor);
    if (answer < 0) {
      errno = static_cast<int>(-answer);
      good = false;
    }
    if (file._IO_buf_base)
      free(file._IO_buf_base - pushback);
    file._IO_buf_base = file._IO_buf_end = nullptr;
    file._IO_read_base = file._IO_read_ptr = file._IO_read_end = nullptr;
    file._IO_write_base = file._IO_write_ptr = file._IO_write_end = nullptr;
    file._fileno = -1;
  });
  return good;
}

/// fgets and getdelim put characters where `put` says until it says no.
template <class Put> bool read_until(FILE *file, int end, Put put) {
  bool any = false;
  stream_of(file).locked([&] {
    for (int c = 0; c != end && (c = stream_of(file).get()) != EOF;) {
      any = true;
      if (!put(static_cast<char>(c)))
        break;
    }
  });
  return any;
}

} // namespace

int gpuc::libc::open_flags(const char *mode) {
  int flags = 0;
  switch (*mode) {
  case 'r':
    flags = O_RDONLY;
    break;
  case 'w':
    flags = O_WRONLY | O_CREAT | O_TRUNC;
    break;
  case 'a':
    flags = O_WRONLY | O_CREAT | O_APPEND;
    break;
  default:
    errno = EINVAL;
    return -1;
  }
  while (*++mode && *mode != ',')
    if (*mode == '+')
      flags = (flags & ~O_ACCMODE) | O_RDWR;
    else if (*mode == 'x')
      flags |= O_EXCL;
    else if (*mode == 'e')
      flags |= O_CLOEXEC;
  return flags;
}

extern "C" {

WEAK FILE *stdin = &standard_input;
WEAK FILE *stdout = &standard_output;
WEAK FILE *stderr = &standard_error;

// Opening and closing.

WEAK_COLD FILE *fopen(const char *path, const char *mode) {
  const int flags = open_flags(mode);
  if (flags < 0)
    return nullptr;
  const int descriptor = open(path, flags, 0666);
  if (descriptor < 0)
    return nullptr;
  FILE *const file = make_stream(descriptor, flags);
  if (!file)
    call(call_close, &descriptor, sizeof descriptor);
  return file;
}
WEAK_COLD FILE *fopen64(const char *path, const char *mode) { return fopen(path, mode); }

WEAK_COLD FILE *fdopen(int descriptor, const char *mode) noexcept {
  const int flags = open_flags(mode);
  return flags < 0 ? nullptr : make_stream(descriptor, flags);
}

WEAK_COLD FILE *freopen(const char *path, const char *mode, FILE *file) {
  const int flags = open_flags(mode);
  if (flags < 0)
    return nullptr;
  stream &s = stream_of(file);
  const bool console = s.is(stream_console), listed = !s.is(stream_static);
  if (!path) {
    errno = EBADF; // the mode of an open file stays
    return nullptr;
  }
  if (console)
    s.flush(); // what prints through the runtime keeps its descriptor
  else
    end_stream(s);
  const int descriptor = open(path, flags, 0666);
  if (descriptor < 0) {
    s._flags &= stream_static;
    return nullptr;
  }
  set_mode(s, descriptor, flags);
  if (!listed) {
    remove_from_list(s); // it may be there from before
    add_to_list(s);
  }
  return file;
}
WEAK_COLD FILE *freopen64(const char *path, const char *mode, FILE *file) {
  return freopen(path, mode, file);
}

WEAK_COLD int fclose(FILE *file) {
  stream &s = stream_of(file);
  if (s.is(stream_console))
    return s.flush() ? 0 : EOF;
  remove_from_list(s);
  const bool good = end_stream(s);
  if (!s.is(stream_static))
    free(&s);
  return good ? 0 : EOF;
}

WEAK_COLD int fflush(FILE *file) {
  if (!file) {
    standard_output.flush();
    if (flush_files)
      flush_files();
    return 0;
  }
  bool good = true;
  stream &s = stream_of(file);
  if (s.is(stream_console))
    s.flush();
  else
    s.locked([&] {
      good = s.flush();
      if (s._IO_read_ptr != s._IO_read_end)
        s.seek(0, SEEK_CUR); // the host's offset is where the reader is
    });
  return good ? 0 : EOF;
}
WEAK_COLD int fflush_unlocked(FILE *file) { return fflush(file); }

WEAK_COLD int setvbuf(FILE *file, char *, int mode, size_t) noexcept {
  if (mode != _IOFBF && mode != _IOLBF && mode != _IONBF)
    return -1;
  stream &s = stream_of(file);
  s.set(stream_unbuffered, mode == _IONBF);
  s.set(stream_by_line, mode == _IOLBF);
  return 0;
}
WEAK_COLD void setbuf(FILE *file, char *buffer) noexcept {
  setvbuf(file, nullptr, buffer ? _IOFBF : _IONBF, BUFSIZ);
}
WEAK_COLD void setbuffer(FILE *file, char *buffer, size_t) noexcept { setbuf(file, buffer); }
WEAK_COLD void setlinebuf(FILE *file) noexcept { setvbuf(file, nullptr, _IOLBF, 0); }

// Output.

WEAK size_t fwrite(const void *from, size_t size, size_t count, FILE *file) {
  stream &s = stream_of(file);
  const size_t bytes = size * count;
  size_t done = 0;
  if (s.is(stream_console))
    done = s.write(from, bytes);
  else
    s.locked([&] { done = s.write(from, bytes); });
  return done == bytes ? (size ? count : 0) : done / size;
}
WEAK size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *file) {
  return fwrite(from, size, count, file);
}

WEAK int fputs(const char *text, FILE *file) {
  const size_t size = strlen(text);
  return fwrite(text, 1, size, file) == size ? 1 : EOF;
}
WEAK int fputs_unlocked(const char *text, FILE *file) { return fputs(text, file); }

WEAK int puts(const char *text) {
  stream &s = stream_of(stdout);
  const size_t size = strlen(text);
  bool good = true;
  if (s.is(stream_console))
    send_text(s._fileno, text, size, s.is(stream_unbuffered), "\n", 1);
  else
    s.locked([&] { good = s.write(text, size) == size && s.write("\n", 1) == 1; });
  return good ? 1 : EOF;
}

WEAK int fputc(int c, FILE *file) {
  const unsigned char byte = static_cast<unsigned char>(c);
  return fwrite(&byte, 1, 1, file) == 1 ? byte : EOF;
}
WEAK int putc(int c, FILE *file) { return fputc(c, file); }
WEAK int putchar(int c) { return fputc(c, stdout); }
WEAK int fputc_unlocked(int c, FILE *file) { return fputc(c, file); }
WEAK int putc_unlocked(int c, FILE *file) { return fputc(c, file); }
WEAK int putchar_unlocked(int c) { return fputc(c, stdout); }
WEAK int __overflow(FILE *file, int c) { return fputc(c, file); }

WEAK_COLD int putw(int word, FILE *file) {
  return fwrite(&word, sizeof word, 1, file) == 1 ? 0 : EOF;
}

WEAK_COLD void perror(const char *text) {
  const int error = errno;
  char line[256];
  size_t size = 0;
  const auto add = [&](const char *part) {
    while (*part && size != sizeof line - 1)
      line[size++] = *part++;
  };
  if (text && *text) {
    add(text);
    add(": ");
  }
  add(strerror(error));
  line[size++] = '\n';
  fwrite(line, 1, size, stderr);
}

// Input.

WEAK size_t fread(void *to, size_t size, size_t count, FILE *file) {
  size_t done = 0;
  stream_of(file).locked([&] { done = stream_of(file).read(to, size * count); });
  return size ? done / size : 0;
}
WEAK size_t fread_unlocked(void *to, size_t size, size_t count, FILE *file) {
  return fread(to, size, count, file);
}

WEAK int fgetc(FILE *file) {
  int c = EOF;
  stream_of(file).locked([&] { c = stream_of(file).get(); });
  return c;
}
WEAK int getc(FILE *file) { return fgetc(file); }
WEAK int getchar() { return fgetc(stdin); }
WEAK int fgetc_unlocked(FILE *file) { return fgetc(file); }
WEAK int getc_unlocked(FILE *file) { return fgetc(file); }
WEAK int getchar_unlocked() { return fgetc(stdin); }
WEAK int __uflow(FILE *file) { return fgetc(file); }

WEAK int ungetc(int c, FILE *file) {
  bool good = false;
  stream_of(file).locked([&] { good = stream_of(file).unget(c); });
  return good ? static_cast<unsigned char>(c) : EOF;
}

WEAK_COLD int getw(FILE *file) {
  int word = EOF;
  return fread(&word, sizeof word, 1, file) == 1 ? word : EOF;
}

WEAK char *fgets(char *to, int size, FILE *file) {
  if (size <= 0)
    return nullptr;
  char *end = to;
  if (size > 1 && !read_until(file, '\n', [&](char c) {
        *end++ = c;
        return end - to + 1 != size;
      }))
    return nullptr;
  *end = 0;
  return to;
}
WEAK char *fgets_unlocked(char *to, int size, FILE *file) { return fgets(to, size, file); }

WEAK_COLD ssize_t getdelim(char **line, size_t *room, int end, FILE *file) {
  size_t size = 0;
  bool good = true;
  if (!*line)
    *room = 0;
  const auto reserve = [&](size_t wanted) {
    if (wanted <= *room)
      return true;
    const size_t larger = wanted * 2 < 120 ? 120 : wanted * 2;
    char *const memory = static_cast<char *>(realloc(*line, larger));
    if (!memory) {
      errno = ENOMEM;
      return good = false;
    }
    *line = memory;
    *room = larger;
    return true;
  };
  const bool any = read_until(file, end, [&](char c) {
    if (!reserve(size + 2))
      return false;
    (*line)[size++] = c;
    return true;
  });
  if (!any || !good)
    return -1;
  (*line)[size] = 0;
  return static_cast<ssize_t>(size);
}
WEAK_COLD ssize_t __getdelim(char **line, size_t *room, int end, FILE *file) {
  return getdelim(line, room, end, file);
}
WEAK_COLD ssize_t getline(char **line, size_t *room, FILE *file) {
  return getdelim(line, room, '\n', file);
}

// Position and state.

WEAK int fseek(FILE *file, long offset, int whence) {
  bool good = false;
  stream_of(file).locked([&] { good = stream_of(file).seek(offset, whence); });
  return good ? 0 : -1;
}
WEAK int fseeko(FILE *file, off_t offset, int whence) { return fseek(file, offset, whence); }
WEAK int fseeko64(FILE *file, off64_t offset, int whence) { return fseek(file, offset, whence); }

WEAK long ftell(FILE *file) {
  long result = -1;
  stream_of(file).locked([&] { result = stream_of(file).tell(); });
  return result;
}
WEAK off_t ftello(FILE *file) { return ftell(file); }
WEAK off64_t ftello64(FILE *file) { return ftell(file); }

WEAK void rewind(FILE *file) {
  fseek(file, 0, SEEK_SET);
  stream_of(file).set(stream_failed, false);
}

WEAK int fgetpos(FILE *file, fpos_t *position) {
  const long offset = ftell(file);
  if (offset < 0)
    return -1;
  *position = {};
  position->__pos = offset;
  return 0;
}
WEAK int fsetpos(FILE *file, const fpos_t *position) {
  return fseek(file, position->__pos, SEEK_SET);
}
WEAK int fgetpos64(FILE *file, fpos64_t *position) {
  return fgetpos(file, reinterpret_cast<fpos_t *>(position));
}
WEAK int fsetpos64(FILE *file, const fpos64_t *position) {
  return fsetpos(file, reinterpret_cast<const fpos_t *>(position));
}

WEAK int feof(FILE *file) noexcept { return stream_of(file).is(stream_at_end); }
WEAK int ferror(FILE *file) noexcept { return stream_of(file).is(stream_failed); }
WEAK void clearerr(FILE *file) noexcept {
  stream_of(file).set(stream_at_end, false);
  stream_of(file).set(stream_failed, false);
}
WEAK int fileno(FILE *file) noexcept { return file->_fileno; }
WEAK int feof_unlocked(FILE *file) noexcept { return feof(file); }
WEAK int ferror_unlocked(FILE *file) noexcept { return ferror(file); }
WEAK void clearerr_unlocked(FILE *file) noexcept { clearerr(file); }
WEAK int fileno_unlocked(FILE *file) noexcept { return fileno(file); }

WEAK void flockfile(FILE *) noexcept {}
WEAK int ftrylockfile(FILE *) noexcept { return 0; }
WEAK void funlockfile(FILE *) noexcept {}

// Files by name.

WEAK_COLD int remove(const char *path) noexcept {
  return static_cast<int>(result_of(call(call_unlink, path, strlen(path))));
}

WEAK_COLD int rename(const char *from, const char *to) noexcept {
  const uint64_t size = strlen(from);
  const piece pieces[] = {{&size, sizeof size},
                          {from, static_cast<unsigned>(size)},
                          {to, static_cast<unsigned>(strlen(to))}};
  return static_cast<int>(result_of(__gpuc_service_call(call_rename, pieces, 3, nullptr, 0)));
}

WEAK_COLD FILE *tmpfile() {
  char path[] = "/tmp/gpucXXXXXX";
  const int descriptor = mkstemp(path);
  if (descriptor < 0)
    return nullptr;
  remove(path);
  FILE *const file = make_stream(descriptor, O_RDWR);
  if (!file)
    call(call_close, &descriptor, sizeof descriptor);
  return file;
}
WEAK_COLD FILE *tmpfile64() { return tmpfile(); }

WEAK_COLD char *tmpnam(char *to) noexcept {
  static char own[L_tmpnam];
  char *const name = to ? to : own;
  memcpy(name, "/tmp/fileXXXXXX", sizeof "/tmp/fileXXXXXX");
  return mktemp(name);
}

} // extern "C"
