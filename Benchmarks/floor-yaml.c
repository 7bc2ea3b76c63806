// The floor for reading a configuration: libyaml's events over the text on standard input and nothing else. Prints the
// milliseconds, the middle of three times.

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <yaml.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void read_all(const unsigned char *text, size_t length) {
    yaml_parser_t parser;
    yaml_event_t event;
    if (!yaml_parser_initialize(&parser)) exit(1);
    yaml_parser_set_input_string(&parser, text, length);
    for (int done = 0; !done;) {
        if (!yaml_parser_parse(&parser, &event)) exit(1);
        done = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
}

static int compare(const void *left, const void *right) {
    double difference = *(const double *)left - *(const double *)right;
    return (difference > 0) - (difference < 0);
}

int main(void) {
    static unsigned char text[64 << 20];
    size_t length = fread(text, 1, sizeof text, stdin);
    double times[3];
    for (int round = 0; round < 3; round++) {
        double start = now();
        read_all(text, length);
        times[round] = now() - start;
    }
    qsort(times, 3, sizeof times[0], compare);
    printf("%.2f\n", times[1]);
    return 0;
}
