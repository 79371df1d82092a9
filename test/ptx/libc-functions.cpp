// Each function of the C library that glibc's headers declare and device code has is there for both
// families of GPUs.
// RUN: %gpuc -O0 --offload-device-only --offload-arch=sm_70 -S %s -o %t.ptx && FileCheck %s < %t.ptx
// RUN: %gpuc -O2 --offload-device-only --offload-arch=sm_90 -S %s -o %t.ptx && FileCheck %s < %t.ptx
// RUN: %gpuc -O0 --offload-device-only --offload-arch=gfx90a %s -o %t.co
// RUN: %gpuc -O2 --offload-device-only --offload-arch=gfx90a %s -o %t.co
#include <cctype>
#include <cerrno>
#include <cinttypes>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <cuchar>
#include <cwchar>
#include <cwctype>
#include <fcntl.h>
#include <gpu/gpu.hpp>
#include <langinfo.h>
#include <sched.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

struct uses {
  const void **to;
  template <class F> void operator()(F *function) {
    *to++ = reinterpret_cast<const void *>(function);
  }
};

// CHECK: .visible .entry
[[gpu::kernel]] void functions(const void **to) {
  uses use{to};
#define USE(name) use(&name);
#define OVERLOAD(type, name) use(static_cast<type>(&name));
  USE(memcpy) USE(memmove) USE(memset) USE(memcmp) USE(memmem) USE(memccpy) USE(mempcpy)
  USE(strlen) USE(strnlen) USE(strcpy) USE(strncpy) USE(stpcpy) USE(stpncpy) USE(strcat)
  USE(strncat) USE(strcmp) USE(strncmp) USE(strcoll) USE(strxfrm) USE(strcasecmp) USE(strncasecmp)
  USE(strspn) USE(strcspn) USE(strtok) USE(strtok_r) USE(strsep) USE(strdup) USE(strndup)
  USE(strerror) USE(strerror_r) USE(strverscmp) USE(bzero) USE(bcopy) USE(bcmp) USE(swab)
  OVERLOAD(char *(*)(char *, int), strchr) OVERLOAD(char *(*)(char *, int), strrchr)
  OVERLOAD(char *(*)(char *, const char *), strstr)
  OVERLOAD(char *(*)(char *, const char *), strpbrk)
  OVERLOAD(char *(*)(char *, const char *), strcasestr)
  OVERLOAD(char *(*)(char *, int), strchrnul) OVERLOAD(void *(*)(void *, int, size_t), memchr)
  OVERLOAD(void *(*)(void *, int, size_t), memrchr) OVERLOAD(void *(*)(void *, int), rawmemchr)
  USE(isalpha) USE(isdigit) USE(isspace) USE(tolower) USE(toupper) USE(isalpha_l) USE(tolower_l)
  USE(iswalpha) USE(towlower) USE(wctype) USE(iswctype) USE(wctrans) USE(towctrans)
  USE(__ctype_b_loc) USE(__ctype_tolower_loc) USE(__ctype_toupper_loc) USE(__ctype_get_mb_cur_max)
  OVERLOAD(int (*)(int), abs) USE(labs) USE(llabs) OVERLOAD(div_t (*)(int, int), div) USE(ldiv)
  USE(lldiv) USE(imaxdiv) USE(strtol) USE(strtoll) USE(strtoul) USE(strtoull) USE(strtof)
  USE(strtod) USE(strtold) USE(strtod_l) USE(strtof_l) USE(strtold_l) USE(strtoimax) USE(atoi)
  USE(atol) USE(atoll) USE(atof) USE(rand) USE(srand) USE(random) USE(srandom) USE(rand_r)
  USE(drand48) USE(lrand48) USE(mrand48) USE(erand48) USE(srand48) USE(seed48) USE(lcong48)
  USE(arc4random) USE(getrandom) USE(getentropy) USE(getenv) USE(secure_getenv) USE(setenv)
  USE(unsetenv) USE(putenv) USE(exit) USE(_Exit) USE(quick_exit) USE(atexit) USE(system)
  OVERLOAD(void (*)(void *, size_t, size_t, int (*)(const void *, const void *)), qsort)
  OVERLOAD(void *(*)(const void *, const void *, size_t, size_t,
                     int (*)(const void *, const void *)), bsearch)
  USE(qsort_r) USE(mblen) USE(mbtowc) USE(wctomb) USE(mbstowcs) USE(wcstombs) USE(mkstemp)
  USE(wcslen) USE(wcscpy) USE(wcscmp) USE(wcsncmp) USE(wmemcpy) USE(wmemset) USE(wcstol)
  USE(wcstod) USE(mbrtowc) USE(wcrtomb) USE(mbsinit) USE(mbsrtowcs) USE(wcsrtombs)
  USE(mbsnrtowcs) USE(wcsnrtombs) USE(btowc) USE(wctob) USE(mbrtoc16) USE(c16rtomb)
  USE(mbrtoc32) USE(c32rtomb) USE(swprintf) USE(vswprintf) USE(wprintf) USE(fputwc) USE(fgetwc)
  USE(ungetwc) USE(fputws) USE(fgetws) USE(wcscoll_l) USE(wcsxfrm_l) USE(wcsftime)
  USE(printf) USE(fprintf) USE(vprintf) USE(vfprintf) USE(sprintf) USE(snprintf) USE(vsprintf)
  USE(vsnprintf) USE(asprintf) USE(vasprintf) USE(dprintf) USE(puts) USE(putchar) USE(fputs)
  USE(fputc) USE(putc) USE(fwrite) USE(fread) USE(fopen) USE(freopen) USE(fclose) USE(fdopen)
  USE(fgets) USE(fgetc) USE(getc) USE(getchar) USE(ungetc) USE(getline) USE(getdelim) USE(fseek)
  USE(ftell) USE(fseeko) USE(ftello) USE(rewind) USE(fgetpos) USE(fsetpos) USE(fflush) USE(feof)
  USE(ferror) USE(clearerr) USE(setvbuf) USE(fileno) USE(perror) USE(remove) USE(rename)
  USE(tmpfile) USE(sscanf) USE(fscanf) USE(scanf) USE(vsscanf) USE(vfscanf)
  USE(getc_unlocked) USE(putc_unlocked) USE(flockfile) USE(funlockfile)
  USE(open) USE(close) USE(read) USE(write) USE(lseek) USE(unlink) USE(isatty) USE(getcwd)
  USE(mkdir) USE(rmdir) USE(access) USE(ftruncate) USE(fsync) USE(getpid) USE(sysconf)
  USE(sched_yield) OVERLOAD(int (*)(const char *, struct stat *), stat) USE(fstat)
  USE(time) USE(clock) USE(clock_gettime) USE(clock_getres) USE(timespec_get) USE(gettimeofday)
  USE(difftime) USE(mktime) USE(timegm) USE(gmtime) USE(gmtime_r) USE(localtime)
  USE(localtime_r) USE(asctime) USE(ctime) USE(strftime) USE(strftime_l) USE(nanosleep)
  USE(usleep) USE(sleep) USE(setlocale) USE(localeconv) USE(newlocale) USE(uselocale)
  USE(freelocale) USE(duplocale) USE(nl_langinfo) USE(nl_langinfo_l) USE(strcoll_l) USE(strxfrm_l)
  use(stdin);
  use(stdout);
  use(stderr);
  use(&errno);
  *use.to = __func__;
}

int main() { gpu::launch<functions>({}, nullptr); }
