import PostalMime, { decodeWords } from 'postal-mime';

/** A mail as a mail program reads it; header names in lower case. */
export type ReadMail = { headers: Map<string, string>; text: string; html: string };

/** Reads a mail of two alternative texts. Throws for any other shape. */
export async function readMail(raw: string): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw);
  const headers = new Map(mail.headers.map(({ key, value }) => [key, decodeWords(value)]));
  const { text, html } = mail;
  if (!headers.get('content-type')?.startsWith('multipart/alternative') || !text || !html || mail.attachments.length) {
    throw new Error(`Not an alternative of two texts: ${raw}`);
  }
  return { headers, text, html };
}

/** The link of a mail's text. */
export function linkOf({ text }: ReadMail): URL {
  return new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '');
}
