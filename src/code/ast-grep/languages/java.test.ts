import { expect, it } from 'vitest'
import { shown } from './shown.ts'

const sample = `package money.books;

import java.util.*;
import static money.Rates.convert;

/** A book. */
@Service("book")
public class Book<T extends Entry> extends Base implements Iterable<T> {
    private final int limit = 1, margin;
    public static final String NAME = "book", TITLE = "Book";

    /** Makes one. */
    public Book(int limit) {
        super(limit);
        this.limit = limit;
    }

    @Override
    public <R> R read(Reader<R> reader) throws IOException {
        R result = reader.read(this);
        return result;
    }

    abstract void close();

    static {
        Registry.register(Book.class, NAME);
    }

    enum Side { DEBIT, CREDIT; int sign() { return this == DEBIT ? -1 : +1; } }

    interface Reader<R> {
        R read(Book<?> book);
        default int count() {
            int counted = 0;
            return counted;
        }
    }

    record Page(int number) {}
}
`

it('outlines Java: annotations, nested types, several fields in a row', async () => {
  expect(await shown('src/Book.java', sample)).toMatchInlineSnapshot(`
    "
    + class Book 6-41
    - field Book › limit 9-9
    - field Book › margin 9-9
    + field Book › NAME 10-10
    + field Book › TITLE 10-10
    + method Book › Book 12-16
    + method Book › read 18-22
    + method Book › close 24-24
    + enum Book › Side 30-30
    + field Book › Side › DEBIT 30-30
    + field Book › Side › CREDIT 30-30
    + method Book › Side › sign 30-30
    + interface Book › Reader 32-38
    + method Book › Reader › read 33-33
    + method Book › Reader › count 34-37
    + class Book › Page 40-40
    imports java.util.*
    imports money.Rates.convert

    package money.books;

    import java.util.*;
    import static money.Rates.convert;

    /** A book. */
    @Service("book")
    public class Book<T extends Entry> extends Base implements Iterable<T> {
        private final int limit = 1, margin;
        public static final String NAME = "book", TITLE = "Book";

        /** Makes one. */
        public Book(int limit) …
        @Override
        public <R> R read(Reader<R> reader) throws IOException …
        abstract void close();
        …
        enum Side { DEBIT, CREDIT; int sign() … }

        interface Reader<R> {
            R read(Book<?> book);
            default int count() …
        }

        record Page(int number) {}
    }
    "
  `)
})
