import { createHash } from 'node:crypto';
import { escapedHtml } from '#server/platform/mail/index.ts';

/**
 * Styles of pages outside the app: its colours and measures (src/app/styles/tokens.css), with system fonts, since
 * nothing else may be loaded here. Colours are hex: browsers embedded in mail programs do not support `oklch` and
 * `light-dark`, and a button without its colour looks like text.
 */
const css = `
:root{color-scheme:light dark;--paper:#fbfaf8;--surface:#fff;--line:#e2e1de;--line-strong:#8d8c88;--ink:#171b20;--ink-2:#51565d;--accent:#2f559d;--accent-hover:#22468d;--accent-soft:#e9f1fe;--accent-ink:#1d438c;--on-accent:#fff;--ok:#1e7546;--ok-soft:#e1f7e7;--warn-soft:#fff0d4;--bad:#b6322d;--bad-soft:#ffedeb}
@media screen and (prefers-color-scheme:dark){:root{--paper:#121417;--surface:#191c20;--line:#2b2e33;--line-strong:#686c73;--ink:#edeef1;--ink-2:#aeb1b8;--accent:#7fa4ea;--accent-hover:#91b5f4;--accent-soft:#202e47;--accent-ink:#a8c5f9;--on-accent:#121417;--ok:#66c189;--ok-soft:#182f20;--warn-soft:#382c15;--bad:#f2897e;--bad-soft:#47211d}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,"Segoe UI",Arial,sans-serif;overflow-wrap:anywhere}
main{max-width:44rem;margin:0 auto;padding:2rem 1rem 4rem}
h1,h2,p,dl,dd,ol,ul,fieldset{margin:0;padding:0;border:0}
h1{font-size:1.625rem;line-height:1.25;letter-spacing:-.01em;margin-bottom:1.25rem}
p+p{margin-top:.75rem}
h2{font-size:1rem;line-height:1.5;margin:1.75rem 0 .5rem}
a{color:var(--accent-ink)}
.over{color:var(--ink-2);font-size:.875rem;margin-bottom:.5rem}
.facts{display:grid;gap:.625rem}
.facts div{display:grid;grid-template-columns:7.5rem 1fr;gap:1rem}
dt{color:var(--ink-2)}
summary{padding:.625rem 0;color:var(--accent-ink);cursor:pointer}
.facts+p{margin-top:1rem}
ol{padding-left:1.75rem}ul{list-style:none}li+li{margin-top:.375rem}
.text{white-space:pre-wrap}
.size{color:var(--ink-2);white-space:nowrap}
.note{margin:0 0 1.5rem;padding:.75rem 1rem;border-radius:8px;background:var(--accent-soft)}
.note.ok{background:var(--ok-soft)}.note.warn{background:var(--warn-soft)}.note.bad{background:var(--bad-soft)}
form{margin-top:1.75rem;padding:1.25rem;border:1px solid var(--line);border-radius:12px;background:var(--surface)}
legend{padding:0;font-weight:600;margin-bottom:.5rem}
.choice{display:flex;align-items:center;gap:.75rem;min-height:44px;padding:0 .5rem;margin:0 -.5rem;border-radius:8px;cursor:pointer}
.choice:has(:checked){background:var(--accent-soft)}
input[type=radio],input[type=checkbox]{width:1.25rem;height:1.25rem;margin:0;flex:none;accent-color:var(--accent)}
.field{display:block;margin-top:1rem}
.field span{display:block;margin-bottom:.25rem}
.field small{color:var(--ink-2);font-size:inherit}
.deputy{margin:.25rem 0 .5rem 2rem}
form:not(:has([value=deputy]:checked)) .deputy{display:none}
input[type=text],textarea{display:block;width:100%;min-height:44px;padding:.5rem .75rem;border:1px solid var(--line-strong);border-radius:8px;background:var(--surface);color:inherit;font:inherit}
textarea{min-height:5.5rem;resize:vertical}
input[aria-invalid=true],textarea[aria-invalid=true]{border-color:var(--bad)}
.hint{margin:0;color:var(--ink-2);font-size:.875rem}
.field+[name=others]+.choice{margin-top:1rem}
.field .error,.error{display:block;margin-top:.25rem;color:var(--bad);font-size:inherit}
.whole{white-space:nowrap}
button{margin-top:1.25rem;min-height:44px;padding:0 1.5rem;border:0;border-radius:8px;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:500;cursor:pointer}
button:hover{background:var(--accent-hover)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
footer{margin-top:2rem;color:var(--ink-2);font-size:.875rem}
@media(max-width:30rem){main{padding-top:1.25rem}h1{font-size:1.375rem}.facts div{grid-template-columns:1fr;gap:0}button{width:100%}}
@page{margin:15mm}
@media print{:root{color-scheme:light}body{background:#fff}main{max-width:none;padding:0}form,.screen{display:none}}
`;

const styleHash = createHash('sha256').update(css).digest('base64');

/** Headers of every guest page: it is not cached, indexed or framed, sends no referrer, and runs no scripts. */
export const pageHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
} as const;

/** Returns a complete page; `body` is HTML, `title` is plain text. */
export function pageOf(title: string, body: string): string {
  return `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapedHtml(title)}</title>
<style>${css}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

/** Returns the page of an invalid link; it does not reveal why the link is invalid. */
export function uselessLinkPage(): string {
  return pageOf(
    'Ссылка не действует',
    `<h1>Ссылка не действует</h1>
<p>Возможно, встреча прошла или отменена, приглашение отозвано либо адрес скопирован не целиком.</p>
<p>Откройте ссылку из последнего письма о встрече. Если и она не открывается, напишите тому, кто вас пригласил.</p>`,
  );
}

/** Returns the page of a file that was removed since; `back` is the address of the invitation, which is still valid. */
export function goneFilePage(back: string): string {
  return pageOf(
    'Этого файла больше нет',
    `<h1>Этого файла больше нет</h1>
<p>Организатор убрал его или заменил другим.</p>
<p><a href="${escapedHtml(back)}">Вернуться к приглашению</a></p>`,
  );
}

/** Returns the page of any other refusal. */
export function refusalPage(message: string): string {
  return pageOf('Страница не открылась', `<h1>Страница не открылась</h1>\n<p>${escapedHtml(message)}.</p>`);
}
