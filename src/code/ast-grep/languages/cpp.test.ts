import { expect, it } from 'vitest'
import { shown } from './shown.ts'

const sample = `#include <vector>

using namespace std;
using Pages = vector<int>;

namespace money::books {

/// A book.
template <typename T>
class Book : public Base<T> {
public:
    explicit Book(int limit) : Base<T>(limit) {
        this->limit = limit;
        this->open();
    }
    virtual ~Book() = default;
    int size() const noexcept;
    bool operator==(const Book& other) const {
        return limit == other.limit && size() == other.size();
    }
    enum class Side { Debit, Credit };

private:
    int limit = 1;
    static int count;
};

template <typename T>
int Book<T>::size() const noexcept {
    int counted = this->pages.size();
    return counted;
}

}

extern "C" {
int open_book(const char *path) {
    auto book = new Book<int>(1);
    return book->size();
}
}

namespace {
int hidden() { return count_everything_again(); }
}
`

it('outlines C++: namespaces, templates, members defined elsewhere', async () => {
  expect(await shown('src/book.hpp', sample)).toMatchInlineSnapshot(`
    "
    + type Pages 4-4
    + module money::books 6-34
    + class money::books › Book 8-26
    + method money::books › Book › Book 12-15
    + method money::books › Book › ~Book 16-16
    + method money::books › Book › size 17-17
    + method money::books › Book › operator== 18-20
    + enum money::books › Book › Side 21-21
    + field money::books › Book › limit 24-24
    + field money::books › Book › count 25-25
    + method money::books › Book › size 28-32
    + function open_book 37-40
    + function hidden 44-44
    imports vector

    #include <vector>

    using namespace std;
    using Pages = vector<int>;

    namespace money::books {

    /// A book.
    template <typename T>
    class Book : public Base<T> {
    public:
        explicit Book(int limit) : Base<T>(limit) …
        virtual ~Book() = default;
        int size() const noexcept;
        bool operator==(const Book& other) const …
        enum class Side { Debit, Credit };

    private:
        int limit = 1;
        static int count;
    };

    template <typename T>
    int Book<T>::size() const noexcept …
    }

    extern "C" {
    int open_book(const char *path) …
    int hidden() …
    "
  `)
})
