import PostalMime, { decodeWords } from 'postal-mime';

/** A mail as a mail program reads it; header names in lower case. */
export type ReadMail = {
  headers: Map<string, string>;
  text: string;
  html: string;
  files: { name: string | null; type: string; content: Buffer }[];
};

/** Reads a mail of two alternative texts, with files or without. Throws for any other shape. */
export async function readMail(raw: string): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw);
  const headers = new Map(mail.headers.map(({ key, value }) => [key, decodeWords(value)]));
  const { text, html } = mail;
  const files = mail.attachments.map(({ filename, mimeType, content }) => ({
    name: filename,
    type: mimeType,
    content: Buffer.from(content as ArrayBuffer),
  }));
  const type = files.length > 0 ? 'multipart/mixed' : 'multipart/alternative';
  if (!headers.get('content-type')?.startsWith(type) || !raw.includes('multipart/alternative') || !text || !html) {
    throw new Error(`Not an alternative of two texts: ${raw}`);
  }
  return { headers, text, html, files };
}

/** Returns the link in a mail's text. */
export function linkOf({ text }: ReadMail): URL {
  return new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '');
}
