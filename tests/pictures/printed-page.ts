import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { signIn } from '#tests/support/api-client.ts';

const run = promisify(execFile);

/** Returns the first printed page of a protocol, as PNG. Needs poppler. */
export async function printedPage(url: string, protocolAddress: string, folder: string): Promise<Buffer> {
  const id = protocolAddress.split('/').at(-1);
  const headers = { Authorization: `Bearer ${await signIn(url)}` };
  const answer = await fetch(`${url}/api/protocols/${id}/documents/pdf`, { headers });
  if (!answer.ok) throw new Error(`The PDF of ${id}: ${answer.status}`);
  const path = join(folder, 'printed');
  await writeFile(`${path}.pdf`, Buffer.from(await answer.arrayBuffer()));
  await run('pdftoppm', ['-png', '-singlefile', '-r', '96', `${path}.pdf`, path]);
  return readFile(`${path}.png`);
}
