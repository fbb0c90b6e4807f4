import { expect, it } from 'vitest'
import { shown } from './shown.ts'

const sample = `package money.books

import java.util.*
import money.Rates as Table

/** A book. */
@Serializable
data class Book<T>(val limit: Int, private var title: String) : Base(limit), Reader<T> {
    val pages: MutableList<T> = mutableListOf()
    private val total by lazy { 1 }

    init {
        require(limit > 0) { "a limit is positive" }
    }

    /** Reads. */
    override suspend fun <R> read(reader: (T) -> R): R {
        val first = pages.first()
        return reader(first)
    }

    fun half() = limit / 2

    companion object {
        const val NAME = "book"
        fun empty(): Book<Nothing> {
            val book = Book<Nothing>(1, "")
            return book
        }
    }
}

sealed interface Reader<T> { fun close(): Int }
object Registry { private val known = mutableMapOf<String, Book<*>>() }
enum class Side(val sign: Int) { DEBIT(-1), CREDIT(1) }
private fun String.words(): List<String> { return this.trim().split(" ", "\t") }
typealias Pages = List<Int>
`

it('outlines Kotlin: classes, objects, properties, extensions', async () => {
  expect(await shown('src/Book.kt', sample)).toMatchInlineSnapshot(`
    "
    + class Book 7-31
    + field Book › pages 9-9
    - field Book › total 10-10
    + method Book › read 16-20
    + method Book › half 22-22
    + class Book › Companion 24-30
    + field Book › Companion › NAME 25-25
    + method Book › Companion › empty 26-29
    + interface Reader 33-33
    + method Reader › close 33-33
    + class Registry 34-34
    - field Registry › known 34-34
    + enum Side 35-35
    + field Side › DEBIT 35-35
    + field Side › CREDIT 35-35
    - function words 36-36
    + type Pages 37-37
    imports java.util.*
    imports money.Rates

    package money.books

    import java.util.*
    import money.Rates as Table

    /** A book. */
    @Serializable
    data class Book<T>(val limit: Int, private var title: String) : Base(limit), Reader<T> {
        val pages: MutableList<T> = mutableListOf()
        private val total by lazy { 1 }
        …
        /** Reads. */
        override suspend fun <R> read(reader: (T) -> R): R …
        fun half() = limit / 2

        companion object {
            const val NAME = "book"
            fun empty(): Book<Nothing> …
        }
    }

    sealed interface Reader<T> { fun close(): Int }
    object Registry { private val known = mutableMapOf<String, Book<*>>() }
    enum class Side(val sign: Int) { DEBIT(-1), CREDIT(1) }
    private fun String.words(): List<String> …
    typealias Pages = List<Int>
    "
  `)
})
