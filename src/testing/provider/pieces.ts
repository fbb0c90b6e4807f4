const wordsAPiece = 3

/** A text in the pieces in which it is sent: a few words each, and long words in parts. Together they are the text. */
export function textPieces(text: string): readonly string[] {
  const words = text.match(/\s*\S{1,24}|\s+$/gu) ?? []
  const pieces: string[] = []
  for (let at = 0; at < words.length; at += wordsAPiece) pieces.push(words.slice(at, at + wordsAPiece).join(''))
  return pieces
}

/** A tool's input in the pieces in which it is sent. */
export function inputPieces(input: string): readonly string[] {
  return input.match(/.{1,16}/gsu) ?? []
}
