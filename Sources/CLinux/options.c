#include "options.h"

#include <stddef.h>

struct hitzone_option_step hitzone_next_option(
    int count, char *const *words, const char *letters, const struct option *names, int first,
    const char **argument) {
    if (first) optind = 0;
    opterr = 0;
    optarg = NULL;
    int value = getopt_long(count, words, letters, names, NULL);
    *argument = optarg;
    return (struct hitzone_option_step){.value = value, .culprit = optopt, .position = optind};
}
