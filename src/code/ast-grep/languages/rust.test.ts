import { expect, it } from 'vitest'
import { shown } from './shown.ts'

const sample = `//! Shapes.
use std::collections::{HashMap, HashSet};
pub use crate::geometry::Vector;
mod inner;

/// A point.
#[derive(Debug, Clone)]
pub struct Point<T> {
    pub x: T,
    y: T,
}

pub enum Shape {
    Circle(f64),
    Square { side: f64 },
}

pub(crate) const MAX: usize = 10;
static mut COUNT: i32 = 0;

/// Draws.
pub trait Draw: Clone {
    type Out;
    /// Draws it.
    fn draw(&self) -> Self::Out;
    fn twice(&self) {
        self.draw();
        self.draw();
    }
}

impl<T> Point<T> {
    /// Makes one.
    #[inline]
    pub fn new(x: T, y: T) -> Self
    where
        T: Copy,
    {
        let point = Self { x, y };
        point
    }

    fn secret(&self) -> u8 {
        let answer = 42;
        answer
    }
}

impl<T: Clone> Draw for geometry::Point<T> {
    type Out = ();
    fn draw(&self) {
        println!("a point at {} and {}", self.x, self.y)
    }
}

macro_rules! square {
    ($x:expr) => { $x * $x };
    ($x:expr, $y:expr) => { $x * $y };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works() {
        let two = square!(2);
        assert_eq!(two, 4);
    }
}
`

it('outlines Rust: traits, implementations under the name of their type, macros', async () => {
  expect(await shown('src/shape.rs', sample)).toMatchInlineSnapshot(`
    "
    + struct Point 6-11
    + enum Shape 13-16
    + constant MAX 18-18
    - variable COUNT 19-19
    + trait Draw 21-30
    + type Draw › Out 23-23
    + method Draw › draw 24-25
    + method Draw › twice 26-29
    + method Point › new 33-41
    - method Point › secret 43-46
    + type Point › Out 50-50
    + method Point › draw 51-53
    - macro square 56-59
    - module tests 61-70
    - function tests › works 65-69
    imports std::collections::{HashMap, HashSet}
    imports crate::geometry::Vector
    imports inner
    imports super::*

    …
    use std::collections::{HashMap, HashSet};
    pub use crate::geometry::Vector;
    mod inner;

    /// A point.
    #[derive(Debug, Clone)]
    pub struct Point<T> {
        pub x: T,
        y: T,
    }

    pub enum Shape {
        Circle(f64),
        Square { side: f64 },
    }

    pub(crate) const MAX: usize = 10;
    static mut COUNT: i32 = 0;

    /// Draws.
    pub trait Draw: Clone {
        type Out;
        /// Draws it.
        fn draw(&self) -> Self::Out;
        fn twice(&self) …
    }

    impl<T> Point<T> {
        /// Makes one.
        #[inline]
        pub fn new(x: T, y: T) -> Self
        where
            T: Copy, …
        fn secret(&self) -> u8 …
    }

    impl<T: Clone> Draw for geometry::Point<T> {
        type Out = ();
        fn draw(&self) …
    }

    macro_rules! square { …
    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn works() …
    }
    "
  `)
})
