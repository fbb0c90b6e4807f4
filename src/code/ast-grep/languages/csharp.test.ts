import { expect, it } from 'vitest'
import { shown } from './shown.ts'

const sample = `using System;
using Rates = Money.Rates.Table;

namespace Money.Books
{
    /// <summary>A book.</summary>
    [Serializable]
    public class Book<T> : Base, IEnumerable<T> where T : Entry
    {
        private readonly int _limit = 1;
        public const string Name = "book";
        public int Limit { get; private set; } = 1;
        public int Twice => Limit * 2 + Limit - Limit;
        public string Title
        {
            get { return _title; }
            set { _title = value; Changed(); }
        }
        public event EventHandler Closed;

        public Book(int limit) : base(limit)
        {
            _limit = limit;
            Limit = limit;
        }

        [Obsolete("use Read")]
        public async Task<int> ReadAsync<U>(U reader)
        {
            await reader.Open();
            return Limit;
        }

        void Changed() => Closed?.Invoke(this, EventArgs.Empty);
    }

    public interface IReader { void Read(); }
    internal record Page(int Number, string Text);
    public enum Side { Debit, Credit }
}
`

it('outlines C#: properties, attributes, members that are private by default', async () => {
  expect(await shown('src/Book.cs', sample)).toMatchInlineSnapshot(`
    "
    + module Money.Books 4-40
    + class Money.Books › Book 6-35
    - field Money.Books › Book › _limit 10-10
    + field Money.Books › Book › Name 11-11
    + field Money.Books › Book › Limit 12-12
    + field Money.Books › Book › Twice 13-13
    + field Money.Books › Book › Title 14-18
    + field Money.Books › Book › Closed 19-19
    + method Money.Books › Book › Book 21-25
    + method Money.Books › Book › ReadAsync 27-32
    - method Money.Books › Book › Changed 34-34
    + interface Money.Books › IReader 37-37
    + method Money.Books › IReader › Read 37-37
    + class Money.Books › Page 38-38
    + enum Money.Books › Side 39-39
    imports System
    imports Money.Rates.Table

    using System;
    using Rates = Money.Rates.Table;

    namespace Money.Books
    {
        /// <summary>A book.</summary>
        [Serializable]
        public class Book<T> : Base, IEnumerable<T> where T : Entry
        {
            private readonly int _limit = 1;
            public const string Name = "book";
            public int Limit { get; private set; } = 1;
            public int Twice …
            public string Title …
            public event EventHandler Closed;

            public Book(int limit) : base(limit) …
            [Obsolete("use Read")]
            public async Task<int> ReadAsync<U>(U reader) …
            void Changed() …
        }

        public interface IReader { void Read(); }
        internal record Page(int Number, string Text);
        public enum Side { Debit, Credit }
    }
    "
  `)
})
