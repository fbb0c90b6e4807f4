/**
 * The solution of a symmetric positive definite system, by Cholesky's decomposition (Golub and Van Loan, Matrix
 * Computations, 4.2). The matrix is given by rows.
 */
export function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const lower: number[][] = []
  for (const [i, row] of matrix.entries()) {
    const mine: number[] = []
    for (let j = 0; j <= i; j++) {
      const other = lower[j] ?? mine
      let rest = row[j] ?? 0
      for (let k = 0; k < j; k++) rest -= (mine[k] ?? 0) * (other[k] ?? 0)
      mine.push(i === j ? Math.sqrt(rest) : rest / (other[j] ?? 1))
    }
    lower.push(mine)
  }
  const half: number[] = []
  for (const [i, row] of lower.entries()) {
    let rest = right[i] ?? 0
    for (let k = 0; k < i; k++) rest -= (row[k] ?? 0) * (half[k] ?? 0)
    half.push(rest / (row[i] ?? 1))
  }
  const solution = half
  for (let i = lower.length - 1; i >= 0; i--) {
    let rest = solution[i] ?? 0
    for (let k = i + 1; k < lower.length; k++) rest -= (lower[k]?.[i] ?? 0) * (solution[k] ?? 0)
    solution[i] = rest / (lower[i]?.[i] ?? 1)
  }
  return solution
}
