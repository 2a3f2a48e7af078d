/** A file's name in a header: RFC 5987 with every letter, and ASCII for programs that know no better. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string, asciiName = asciiOf(name)): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${asciiName}"; filename*=UTF-8''${encoded}`;
}

function asciiOf(name: string): string {
  return name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
}
