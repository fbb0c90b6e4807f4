/** A text as it may stand between double quotes in a tag, without an end of its own or a line break. */
export function attributeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\p{Cc}\u2028\u2029]/gu, (sign) => `&#${sign.charCodeAt(0)};`)
}
