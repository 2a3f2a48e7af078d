type Button = { label: string; href: string };

/** A link in a paragraph of its own. */
export function button(label: string, href: string): Button {
  return { label, href };
}

type Lines = { lines: { text: string; href?: string | undefined }[] };

/** Lines of one paragraph, some of which may be links. */
export function linkLines(lines: Lines['lines']): Lines {
  return { lines };
}

/**
 * Returns the paragraphs as plain text and as an HTML page for mail programs: one column, no pictures, nothing remote.
 */
export function mailPage({ title, body }: { title: string; body: (string | Button | Lines)[] }): {
  text: string;
  html: string;
} {
  const text = body.map(asText).join('\n\n');
  const parts = body.map(asHtml).join('\n');
  const html = `<!doctype html>
<html lang="ru">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapedHtml(title)}</title></head>
<body style="margin:0;padding:24px;background:#fbfaf8;color:#1d1f24;font:16px/1.5 Arial,sans-serif">
<div style="max-width:560px;margin:0 auto">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapedHtml(title)}</h1>
${parts}
</div>
</body>
</html>
`;
  return { text: `${text}\n`, html };
}

function asText(part: string | Button | Lines): string {
  if (typeof part === 'string') return part;
  if ('href' in part) return part.href;
  return part.lines.map(({ text, href }) => (href ? `${text}\n  ${href}` : text)).join('\n');
}

function asHtml(part: string | Button | Lines): string {
  if (typeof part === 'string') return paragraph(escapedHtml(part));
  if ('href' in part) return linked(part);
  const line = ({ text, href }: Lines['lines'][number]) =>
    href ? `<a href="${escapedHtml(href)}" style="color:#2f4a8a">${escapedHtml(text)}</a>` : escapedHtml(text);
  return paragraph(part.lines.map(line).join('\n'));
}

function paragraph(html: string): string {
  return `<p style="margin:0 0 16px">${html.replaceAll('\n', '<br>\n')}</p>`;
}

/** A button with its address below: some programs show no buttons, and some people trust only what they can read. */
function linked({ label, href }: Button): string {
  const address = escapedHtml(href);
  const style =
    'display:inline-block;padding:10px 20px;border-radius:6px;background:#2f4a8a;color:#fff;text-decoration:none';
  const plain = 'font-size:13px;color:#5b606b;word-break:break-all';
  return paragraph(
    `<a href="${address}" style="${style}">${escapedHtml(label)}</a><br><br><span style="${plain}">${address}</span>`,
  );
}

/** Escapes text for HTML, also inside an attribute. */
export function escapedHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
