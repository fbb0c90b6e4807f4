import { expect, it } from 'vitest'
import { shown } from './shown.ts'

const sample = `require 'json'
require_relative "./money"

# Keeps books.
module Books
  LIMIT = 3

  class Book < Base
    include Enumerable
    attr_reader :limit, :pages

    # Makes one.
    def initialize(limit, pages = [])
      @limit = limit
      @pages = pages
    end

    def self.open(path)
      data = JSON.parse(File.read(path))
      new(data[:limit])
    end

    private

    def check!
      raise ArgumentError if limit < 0
      self
    end
  end
end

def helper(value)
  doubled = value * 2
  doubled
end
`

it('outlines Ruby: modules, methods of both kinds, what a class is made of', async () => {
  expect(await shown('lib/book.rb', sample)).toMatchInlineSnapshot(`
    "
    + module Books 4-30
    + constant Books › LIMIT 6-6
    + class Books › Book 8-29
    + method Books › Book › initialize 12-16
    + method Books › Book › open 18-21
    + method Books › Book › check! 25-28
    + function helper 32-35
    imports json
    imports ./money

    require 'json'
    require_relative "./money"

    # Keeps books.
    module Books
      LIMIT = 3

      class Book < Base
        include Enumerable
        attr_reader :limit, :pages

        # Makes one.
        def initialize(limit, pages = []) …
        def self.open(path) …
        private

        def check! …
      end
    end

    def helper(value) …
    "
  `)
})
