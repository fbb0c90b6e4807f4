import { expect, it } from 'vitest'
import { shown } from './shown.ts'

const sample = String.raw`<?php
declare(strict_types=1);
namespace Money\Books;

use Money\Rate;
use Money\{Entry, Side as S};
use function Money\convert;
require_once 'helpers.php';

/** A book. */
#[Entity]
final class Book extends Base implements Reader
{
    use Countable;
    public const NAME = 'book';
    private int $limit = 1;
    public static ?string $title;

    /** Makes one. */
    public function __construct(private readonly int $pages)
    {
        $this->limit = $pages;
        parent::__construct();
    }

    #[Pure]
    public static function open(string $path = ''): ?self
    {
        $data = file_get_contents($path);
        return new self($data);
    }

    protected function check(): bool { return $this->limit > 0 && $this->pages > 0; }
}

interface Reader extends Base { public function read(): string; }
enum Suit: string { case Hearts = 'H'; case Spades = 'S'; }
function helper(int $value): int { return $value * $value + $value - $value; }
const LIMIT = 1;
if (!function_exists('legacy')) {
    function legacy() { return 'something that was there before'; }
}
`

it('outlines PHP: namespaces, grouped imports, attributes, traits', async () => {
  expect(await shown('src/Book.php', sample)).toMatchInlineSnapshot(`
    "
    + module Money\\Books 3-3
    + class Book 10-34
    + field Book › NAME 15-15
    - field Book › $limit 16-16
    + field Book › $title 17-17
    + method Book › __construct 19-24
    + method Book › open 26-31
    - method Book › check 33-33
    + interface Reader 36-36
    + method Reader › read 36-36
    + enum Suit 37-37
    + field Suit › Hearts 37-37
    + field Suit › Spades 37-37
    + function helper 38-38
    + constant LIMIT 39-39
    + function legacy 41-41
    imports Money\\Rate
    imports Money\\Entry
    imports Money\\Side
    imports Money\\convert
    imports helpers.php

    …
    namespace Money\\Books;

    use Money\\Rate;
    use Money\\{Entry, Side as S};
    use function Money\\convert;
    require_once 'helpers.php';

    /** A book. */
    #[Entity]
    final class Book extends Base implements Reader
    {
        use Countable;
        public const NAME = 'book';
        private int $limit = 1;
        public static ?string $title;

        /** Makes one. */
        public function __construct(private readonly int $pages) …
        #[Pure]
        public static function open(string $path = ''): ?self …
        protected function check(): bool …
    }

    interface Reader extends Base { public function read(): string; }
    enum Suit: string { case Hearts = 'H'; case Spades = 'S'; }
    function helper(int $value): int …
    const LIMIT = 1;
    …
        function legacy() …
    "
  `)
})
