import { expect, it } from 'vitest'
import { shown } from './shown.ts'

const sample = `/* Books. */
#include <stdio.h>
#include "book.h"

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define LIMIT 10

/* A page. */
struct page {
    int number;
    char *text;
};
typedef struct { int a; } book_t, *book_p;
typedef int (*reader)(const char *);
enum side { DEBIT, CREDIT };

extern int count;
static const char *names[] = {
    "first",
    "second",
    "third",
};
int read_page(struct page *page, int number);

/* Adds. */
static int *add(struct page *page)
{
    page->number += 1;
    return &page->number;
}

#ifdef WINDOWS
void open_book(void) { open_with_drive_letter("c"); }
#else
void open_book(void) { open_from_the_root_folder("/"); }
#endif
`

it('outlines C: prototypes, types, macros, and what conditions hold', async () => {
  expect(await shown('src/book.c', sample)).toMatchInlineSnapshot(`
    "
    + macro MAX 5-5
    + macro LIMIT 6-6
    + struct page 8-12
    + field page › number 10-10
    + field page › text 11-11
    + type book_t 13-13
    + type reader 14-14
    + enum side 15-15
    + variable count 17-17
    - variable names 18-22
    + function read_page 23-23
    - function add 25-30
    + function open_book 33-33
    + function open_book 35-35
    imports stdio.h
    imports book.h

    …
    #include <stdio.h>
    #include "book.h"

    #define MAX(a, b) ((a) > (b) ? (a) : (b))
    #define LIMIT 10

    /* A page. */
    struct page {
        int number;
        char *text;
    };
    typedef struct { int a; } book_t, *book_p;
    typedef int (*reader)(const char *);
    enum side { DEBIT, CREDIT };

    extern int count;
    static const char *names[] = …
    int read_page(struct page *page, int number);

    /* Adds. */
    static int *add(struct page *page) …
    void open_book(void) …
    void open_book(void) …
    "
  `)
})
