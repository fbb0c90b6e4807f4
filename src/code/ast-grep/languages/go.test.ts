import { expect, it } from 'vitest'
import { shown } from './shown.ts'

const sample = `// Package store keeps things.
package store

import "fmt"
import (
	"errors"
	alias "io"
)

// Max is the most.
const Max = 10
const (
	First = iota // of all
	// Second comes then.
	Second
)

var ErrGone = errors.New("gone")
var table = map[string]int{
	"one":   1,
	"two":   2,
	"three": 3,
}

// Store stores.
type Store struct {
	mu   sync.Mutex
	Name string
}

type (
	Reader interface {
		Read(p []byte) (int, error)
	}
	id = string
)

// New makes one.
func New(name string) *Store {
	store := &Store{Name: name}
	return store
}

// Get gets.
func (s *Store) Get(key string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprint(key), nil
}

func (l List[T]) length() int {
	count := len(l.items)
	return count
}
`

it('outlines Go: receivers, groups of constants, types whole', async () => {
  expect(await shown('store/store.go', sample)).toMatchInlineSnapshot(`
    "
    + constant Max 10-11
    + constant First 12-13
    + constant Second 14-15
    + variable ErrGone 18-18
    - variable table 19-23
    + struct Store 25-29
    + interface Reader 31-34
    - type id 35-35
    + function New 38-42
    + method Store › Get 44-49
    - method List › length 51-54
    imports fmt
    imports errors
    imports io

    …
    package store

    import "fmt"
    import (
    	"errors"
    	alias "io"
    )

    // Max is the most.
    const Max = 10
    const (
    	First = iota // of all
    	// Second comes then.
    	Second
    )

    var ErrGone = errors.New("gone")
    var table = …
    // Store stores.
    type Store struct {
    	mu   sync.Mutex
    	Name string
    }

    type (
    	Reader interface {
    		Read(p []byte) (int, error)
    	}
    	id = string
    )

    // New makes one.
    func New(name string) *Store …
    // Get gets.
    func (s *Store) Get(key string) (string, error) …
    func (l List[T]) length() int …
    "
  `)
})
