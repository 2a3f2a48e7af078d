/** A download's name: RFC 5987 with every letter, and ASCII for programs that know no better. */
export function contentDisposition(names: { fileName: string; asciiFileName: string }, extension: string): string {
  const encoded = encodeURIComponent(`${names.fileName}.${extension}`).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${names.asciiFileName}.${extension}"; filename*=UTF-8''${encoded}`;
}
