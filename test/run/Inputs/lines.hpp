// Lines that show whether they are whole, from kernels; standard output of a part of a program, and
// a check of such lines in it.
#ifndef GPUC_TEST_LINES_HPP
#define GPUC_TEST_LINES_HPP

#include <cstdio>
#include <gpu/gpu.hpp>
#include <map>
#include <sstream>
#include <string>
#include <unistd.h>

/// Letters that depend on who prints which line.
struct line_letters {
  char text[64];
  unsigned size;
  line_letters(char tag, unsigned thread, unsigned number)
      : size(1 + (thread * 7 + number * 13) % 60) {
    for (unsigned i = 0; i != size; ++i)
      text[i] = static_cast<char>('a' + (tag + thread + number + i) % 26);
    text[size] = 0;
  }
};

/// Device code: prints the line, in one of two ways.
inline void print_line(char tag, unsigned thread, unsigned number) {
  const line_letters letters(tag, thread, number);
  if (number % 2)
    std::printf("%c %u %u %s\n", tag, thread, number, letters.text);
  else
    gpu::println("{} {} {} {}", tag, thread, number, std::string_view(letters.text, letters.size));
}

/// Takes what the process writes to standard output, until `take`.
class captured_output {
public:
  captured_output() : file_(std::tmpfile()) {
    std::fflush(stdout);
    old_ = dup(1);
    dup2(fileno(file_), 1);
  }
  std::string take() {
    std::fflush(stdout);
    dup2(old_, 1);
    close(old_);
    std::string text;
    std::rewind(file_);
    for (int c; (c = std::fgetc(file_)) != EOF;)
      text += static_cast<char>(c);
    std::fclose(file_);
    return text;
  }

private:
  std::FILE *file_;
  int old_;
};

/// How many lines of each tag and thread there are in a text.
using line_counts = std::map<std::pair<char, unsigned>, unsigned>;

/// Counts the lines; says so where one is torn or not in its thread's order.
inline line_counts count_lines(const std::string &text) {
  line_counts next;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    char tag = 0, letters[128];
    unsigned thread = 0, number = 0;
    const bool whole =
        std::sscanf(line.c_str(), "%c %u %u %100s", &tag, &thread, &number, letters) == 4;
    if (!whole || line_letters(tag, thread, number).text != std::string(letters))
      std::printf("torn: '%s'\n", line.c_str());
    else if (const unsigned expected = next[{tag, thread}]++; expected != number)
      std::printf("out of order: '%s' instead of number %u\n", line.c_str(), expected);
  }
  if (!text.empty() && text.back() != '\n')
    std::puts("the last line is torn");
  return next;
}

/// Whether each of `threads` threads has `lines` lines with the tag; says which has not.
inline bool all_there(const line_counts &counts, char tag, unsigned threads, unsigned lines) {
  bool good = true;
  for (unsigned thread = 0; thread != threads; ++thread) {
    const auto found = counts.find({tag, thread});
    const unsigned count = found == counts.end() ? 0 : found->second;
    if (count != lines) {
      std::printf("%c: thread %u has %u lines instead of %u\n", tag, thread, count, lines);
      good = false;
    }
  }
  return good;
}

#endif // GPUC_TEST_LINES_HPP
