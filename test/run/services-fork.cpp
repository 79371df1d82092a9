// A child that fork makes after a launch can exit: it does not wait for the server's threads, which
// it does not have. The parent goes on as before.
// RUN: %gpuc -O1 --offload-arch=cpu,sm_75 %s -o %t && %t | FileCheck %s --match-full-lines
// RUN: %if gpu %{ env GPUC_DEVICE=cuda %t | FileCheck %s --match-full-lines %}
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <gpu/gpu.hpp>
#include <sys/wait.h>
#include <unistd.h>

[[gpu::kernel]] void work(int number) {
  std::printf("launch %d: %d\n", number, std::time(nullptr) > 1700000000);
}

int main() {
  gpu::launch<work>({}, 1); // CHECK: launch 1: 1
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0)
    std::exit(7);
  int status = 0;
  pid_t ended = 0;
  for (int i = 0; i != 2000 && (ended = waitpid(child, &status, WNOHANG)) == 0; ++i)
    usleep(10000);
  if (ended == 0)
    kill(child, SIGKILL);
  // CHECK-NEXT: child: 7
  std::printf("child: %d\n", ended == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1);
  std::fflush(stdout);
  gpu::launch<work>({}, 2); // CHECK-NEXT: launch 2: 1
}
