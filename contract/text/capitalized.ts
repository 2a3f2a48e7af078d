/** Returns the text with its first letter in upper case. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the text with its first letter in lower case, unless it begins with two capitals: «АО», «ПРЕДСТАВИТЬ». */
export function uncapitalized(text: string): string {
  return /^\p{Lu}\p{Lu}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
