#ifndef HITZONE_OPTIONS_H
#define HITZONE_OPTIONS_H

#include <getopt.h>

// What one step of getopt_long(3) found.
struct hitzone_option_step {
    // The option's letter or `val`; '?' or ':' for an error; -1 at the end.
    int value;
    // optopt: of an error, the letter or `val` that it is about; 0 for a name that is unknown or ambiguous.
    int culprit;
    // optind: the next word to be looked at; at the end the first operand.
    int position;
};

// One step through `words`, which are put in order on the way. `first` forgets whatever an earlier scan left
// in getopt's globals, so no two scans may run at a time. `argument` becomes optarg, which points into the
// words; NULL where there is none. Prints nothing.
struct hitzone_option_step hitzone_next_option(
    int count, char *const *words, const char *letters, const struct option *names, int first,
    const char **argument);

#endif
