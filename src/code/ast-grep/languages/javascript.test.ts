import { expect, it } from 'vitest'
import { shown } from './shown.ts'

const script = `'use strict'
const path = require('node:path'), { join } = path
var tools = require("./tools")

function Shape(name) {
  this.name = name
  this.parts = []
}

exports.area = function (shape) {
  const sides = tools.sides(shape)
  return sides.reduce((a, b) => a * b)
}
module.exports.Shape = Shape

class Square {
  side = 1
  static of(side) {
    const square = new Square()
    return Object.assign(square, { side })
  }
}
module.exports = { Square }
`

const wrapped = `!(function (root, factory) {
  root.lib = factory()
})(this, function () {
  /** Twice. */
  function twice(value) {
    const result = value + value
    return result
  }
  return { twice: twice }
})
`

const view = `import { useState } from 'react'

export default function Counter({ start }: { start: number }) {
  const [count, setCount] = useState(start)
  return <button onClick={() => setCount(count + 1)}>{count}</button>
}

export const Title = ({ text }: { text: string }) => (
  <h1 className="title">{text}</h1>
)
`

it('outlines JavaScript with what hangs on exports', async () => {
  expect(await shown('lib/shape.cjs', script)).toMatchInlineSnapshot(`
    "
    - function Shape 5-8
    + function area 10-13
    + variable Shape 14-14
    + class Square 16-22
    + field Square › side 17-17
    + method Square › of 18-21
    + variable default 23-23
    imports node:path
    imports ./tools

    …
    const path = require('node:path'), { join } = path
    var tools = require("./tools")

    function Shape(name) …
    exports.area = function (shape) …
    module.exports.Shape = Shape

    class Square {
      side = 1
      static of(side) …
    }
    module.exports = { Square }
    "
  `)
})

it('looks into a function that is called where it stands, or handed to one', async () => {
  expect(await shown('lib/wrapped.js', wrapped)).toMatchInlineSnapshot(`
    "
    - function twice 4-8

    …
      /** Twice. */
      function twice(value) …
    "
  `)
})

it('outlines TypeScript with JSX', async () => {
  expect(await shown('view.tsx', view)).toMatchInlineSnapshot(`
    "
    + function Counter 3-6
    + function Title 8-10
    imports react

    import { useState } from 'react'

    export default function Counter({ start }: { start: number }) …
    export const Title = ({ text }: { text: string }) => …
    "
  `)
})
