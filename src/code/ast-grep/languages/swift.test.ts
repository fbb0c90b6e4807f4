import { expect, it } from 'vitest'
import { shown } from './shown.ts'

const sample = `import Foundation
@testable import struct Money.Rate

/// A book.
@objc public class Book<T>: Base, Reader where T: Entry {
    public let limit: Int = 1
    private var pages: [T] = []
    var size: Int {
        let counted = pages.count
        return counted
    }

    /// Makes one.
    public init(limit: Int) {
        self.limit = limit
        super.init()
    }

    @discardableResult
    open func read<R>(_ reader: (T) -> R, from page: Int) async throws -> R {
        let first = pages[page]
        return reader(first)
    }
}

public protocol Reader { var name: String { get }; func close() -> Int }
struct Page { let number: Int }
public enum Side: String { case debit = "d", credit }
extension Book: Hashable {
    public func hash(into hasher: inout Hasher) {
        hasher.combine(limit)
        hasher.combine(pages)
    }
}
fileprivate func hidden(value: Int) -> Int { return value * value * value }
typealias Pages = [Page]
`

it('outlines Swift: types, protocols, extensions under the name of their type', async () => {
  expect(await shown('Sources/Book.swift', sample)).toMatchInlineSnapshot(`
    "
    + class Book 4-24
    + field Book › limit 6-6
    - field Book › pages 7-7
    + field Book › size 8-11
    + method Book › init 13-17
    + method Book › read 19-23
    + interface Reader 26-26
    + field Reader › name 26-26
    + method Reader › close 26-26
    + struct Page 27-27
    + field Page › number 27-27
    + enum Side 28-28
    + field Side › debit 28-28
    + method Book › hash 30-33
    - function hidden 35-35
    + type Pages 36-36
    imports Foundation
    imports Money.Rate

    import Foundation
    @testable import struct Money.Rate

    /// A book.
    @objc public class Book<T>: Base, Reader where T: Entry {
        public let limit: Int = 1
        private var pages: [T] = []
        var size: Int …
        /// Makes one.
        public init(limit: Int) …
        @discardableResult
        open func read<R>(_ reader: (T) -> R, from page: Int) async throws -> R …
    }

    public protocol Reader { var name: String { get }; func close() -> Int }
    struct Page { let number: Int }
    public enum Side: String { case debit = "d", credit }
    extension Book: Hashable {
        public func hash(into hasher: inout Hasher) …
    }
    fileprivate func hidden(value: Int) -> Int …
    typealias Pages = [Page]
    "
  `)
})
